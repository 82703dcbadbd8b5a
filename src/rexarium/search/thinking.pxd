from rexarium.kernel.state cimport State
from rexarium.search cimport unlocked
from rexarium.search.tree cimport Tree

cpdef unsigned long long think(Tree tree, State root, int seat, int simulations, unsigned long long seed)
cpdef unsigned long long appraise(Tree tree, State root, int playouts, unsigned long long seed)
