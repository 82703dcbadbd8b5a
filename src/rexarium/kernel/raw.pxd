# The C side of raw.py: a game's state has no pointer below its base class, so its body is plain bytes.
from libc.string cimport memcpy

cdef inline void copy_body(object target, object source, int start, int size) noexcept nogil:
    memcpy(<char*><void*>target + start, <char*><void*>source + start, size)
