// Functions for code outside of simulations, which work on every system.
#define _GNU_SOURCE
#include "removal.h"

#if __has_include(<execinfo.h>)
#include <execinfo.h>
#endif
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

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

// Without simulations, a process is not sealed, its stacks are those of its threads, and its folders are set once.
void simulation_seal_process(bool starts_programs) { (void)starts_programs; }
void *simulation_current(void) { return NULL; }
void *simulation_queue_of_caller(void) { return NULL; }
void simulation_find_stack(uintptr_t *low, uintptr_t *high) { (void)low, (void)high; }

// Where folders are created: `TMPDIR`, before it is that of this process.
static char temporary[PATH_MAX];

const char *simulation_temporary_folder(void) {
  const char *folder = *temporary ? temporary : getenv("TMPDIR");
  return folder && *folder ? folder : "/tmp";
}

void simulation_remove_folder(void) { simulation_remove_folder_of(getpid()); }

bool simulation_own_process(bool starts_programs) {
  (void)starts_programs;
  char own[PATH_MAX], folder[PATH_MAX + 16];
  if (!*temporary) snprintf(temporary, sizeof temporary, "%s", simulation_temporary_folder());
  simulation_remove_folder();  // an earlier process may have had this number
  simulation_name_folder(own, sizeof own, getpid());
  if (simulation_create_folder(own) < 0) return false;
  static const char *const variables[] = {"CFFIXED_USER_HOME", "HOME", "TMPDIR"};
  for (size_t index = 0; index < sizeof variables / sizeof *variables; index++) {
    snprintf(folder, sizeof folder, "%s/%s", own, index < 2 ? "home" : "temporary");
    if (mkdir(folder, 0700) != 0 && errno != EEXIST) return false;
    setenv(variables[index], folder, 1);
  }
  static const char *const others[] = {"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"};
  for (size_t index = 0; index < sizeof others / sizeof *others; index++) unsetenv(others[index]);
  return true;
}

#endif
