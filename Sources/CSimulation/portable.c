// Functions for code outside of simulations, which work on every system.
#include "CSimulation.h"

#if __has_include(<execinfo.h>)
#include <execinfo.h>
#endif
#include <stddef.h>

#define TEXT(...) #__VA_ARGS__
#define EXPANDED_TEXT(...) TEXT(__VA_ARGS__)

const char *simulation_own_modules(void) { return EXPANDED_TEXT(SCENARIOS_MODULES); }

int simulation_return_addresses(void **addresses, int limit) {
#if __has_include(<execinfo.h>)
  return backtrace(addresses, limit);
#else
  return 0;
#endif
}

#if !STORY_TIME

// Without simulations, a process is not sealed, its stacks are those of its threads, and it has no folders of its own.
void simulation_seal_process(bool starts_programs) { (void)starts_programs; }
void simulation_find_stack(uintptr_t *low, uintptr_t *high) { (void)low, (void)high; }
bool simulation_own_process(bool starts_programs) { return (void)starts_programs, true; }
const char *simulation_temporary_folder(void) { return "/tmp"; }
void simulation_remove_folder(void) {}
void simulation_remove_folder_of(pid_t process) { (void)process; }

#endif
