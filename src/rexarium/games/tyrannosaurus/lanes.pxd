# The C side of lanes.py: the same numbers by arithmetic on all lanes at once.
cdef extern from *:
    """
    #define REX_LANES 0x01010101u
    static inline unsigned int rex_all_of(int number) { return (unsigned int)number * REX_LANES; }
    static inline unsigned int rex_positive(unsigned int lanes) {
        return (((lanes & 0x7F * REX_LANES) + 0x7F * REX_LANES) | lanes) >> 7 & REX_LANES;
    }
    static inline unsigned int rex_equal(unsigned int lanes, int number) {
        return ~rex_positive(lanes ^ rex_all_of(number)) & REX_LANES;
    }
    static inline unsigned int rex_seats(unsigned int flags) { return flags * 0x01020408u >> 24; }
    """
    unsigned int rex_all_of(int) noexcept nogil
    unsigned int rex_positive(unsigned int) noexcept nogil
    unsigned int rex_equal(unsigned int, int) noexcept nogil
    unsigned int rex_seats(unsigned int) noexcept nogil

cdef inline unsigned int at(int seat, int number) noexcept nogil:
    return <unsigned int>number << (8 * seat)

cdef inline unsigned int all_of(int number) noexcept nogil:
    return rex_all_of(number)

cdef inline int get(unsigned int lanes, int seat) noexcept nogil:
    return (lanes >> (8 * seat)) & 0xFF

cdef inline unsigned int equal(unsigned int lanes, int number) noexcept nogil:
    return rex_equal(lanes, number)

cdef inline unsigned int positive(unsigned int lanes) noexcept nogil:
    return rex_positive(lanes)

cdef inline unsigned int seats(unsigned int flags) noexcept nogil:
    return rex_seats(flags)

cdef inline unsigned int pack(list numbers):
    return at(0, numbers[0]) | at(1, numbers[1]) | at(2, numbers[2]) | at(3, numbers[3])

cdef inline list unpack(unsigned int lanes):
    return [get(lanes, 0), get(lanes, 1), get(lanes, 2), get(lanes, 3)]
