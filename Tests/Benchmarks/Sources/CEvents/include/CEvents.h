#include <stddef.h>

/// Reads a YAML text with libyaml, event by event, and returns how many there were; -1 where there
/// is an error.
long count_events(const unsigned char *text, size_t length);
