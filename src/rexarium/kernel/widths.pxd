# C types by what they hold. `small` is a byte that Cython takes for a number: arrays of its own `unsigned char`
# would reach Python as C strings, cut off at the first zero.
cdef extern from *:
    """
    typedef unsigned char rex_small;
    """
    ctypedef unsigned int small "rex_small"

ctypedef unsigned long long word
