// Functions for code outside of simulations, which work on every system.
#define _GNU_SOURCE
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

static _Atomic bool is_in_real_time;

void simulation_set_real_time(bool is) { is_in_real_time = is; }
bool simulation_is_in_real_time(void) { return is_in_real_time; }

#if !STORY_TIME

// Without simulations, a process is not sealed, and its stacks are those of its threads.
void simulation_seal_process(bool starts_programs) { (void)starts_programs; }
void *simulation_current(void) { return NULL; }
void *simulation_step_out(void) { return NULL; }
void simulation_step_in(void *simulation) { (void)simulation; }
void *simulation_queue_of_caller(void) { return NULL; }
void simulation_find_stack(uintptr_t *low, uintptr_t *high) { (void)low, (void)high; }

#endif
