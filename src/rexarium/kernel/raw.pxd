# The C side of raw.py: a game's state has no pointer below its base class, so its body is plain bytes.
from libc.string cimport memcpy

cdef extern from *:
    """
    static int rex_put_method(PyObject *kind, PyObject *name, PyObject *method) {
        if (PyDict_SetItem(((PyTypeObject *)kind)->tp_dict, name, method) < 0) return -1;
        PyType_Modified((PyTypeObject *)kind);
        return 0;
    }
    """
    int rex_put_method(object, object, object) except -1

cdef enum:
    IS_COMPILED = 1

cdef inline void copy_body(object target, object source, int start, int size) noexcept nogil:
    memcpy(<char*><void*>target + start, <char*><void*>source + start, size)

cdef inline int put_method(object kind, object name, object method) except -1:
    return rex_put_method(kind, name, method)
