from rexarium.search cimport unlocked
