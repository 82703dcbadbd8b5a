from rexarium.kernel.state cimport State
from rexarium.search cimport unlocked
from rexarium.search.tree cimport Tree

cpdef unsigned long long think(Tree tree, State root, int seat, int simulations, unsigned long long seed)
