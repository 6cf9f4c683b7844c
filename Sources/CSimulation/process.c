// Interposed functions for the state of the process: its environment, its working folder and its settings.
//
// Code inside may change it. The first change keeps the earlier state, which is restored before the next simulation.
#define _GNU_SOURCE
#include "thread.h"

#if STORY_TIME  // see Sources/Simulation/Engine/Platform.swift for other systems

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static _Atomic bool has_changes;

void simulation_note_change(void) { atomic_store(&has_changes, true); }

bool simulation_has_changes(void) { return atomic_load(&has_changes); }

// MARK: - Environment

extern char **environ;
static char **kept_environment;

static void keep_environment(void) {
  if (kept_environment) return;
  size_t count = 0;
  while (environ && environ[count]) count++;
  kept_environment = calloc(count + 1, sizeof *kept_environment);
  for (size_t index = 0; kept_environment && index < count; index++) kept_environment[index] = strdup(environ[index]);
}

static void put_back_environment(void) {
  if (!kept_environment) return;
  clearenv();
  for (char **text = kept_environment; *text; text++) {
    char *value = strchr(*text, '=');
    if (value) {
      *value = 0;
      setenv(*text, value + 1, 1);
    }
    free(*text);
  }
  free(kept_environment);
  kept_environment = NULL;
}

// MARK: - Working folder and mask

static int kept_folder = -1;
static int kept_mask = -1;

static void keep_working_folder(void) {
  if (kept_folder < 0) kept_folder = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
}

static void put_back_working_folder(void) {
  if (kept_folder < 0) return;
  // It may be gone.
  if (fchdir(kept_folder) == 0) close(kept_folder);
  kept_folder = -1;
}

// MARK: - Functions

#define CHANGE(name, keep, result, parameters, ...) \
  INTERPOSE_TIME result name parameters { \
    ORIGINAL_OF(name) \
    if (simulation_concerns_thread()) { \
      keep; \
      simulation_note_change(); \
    } \
    return original(__VA_ARGS__); \
  }

CHANGE(setenv, keep_environment(), int, (const char *name, const char *value, int replaces), name, value, replaces)
CHANGE(unsetenv, keep_environment(), int, (const char *name), name)
CHANGE(putenv, keep_environment(), int, (char *text), text)
CHANGE(clearenv, keep_environment(), int, (void))
CHANGE(chdir, keep_working_folder(), int, (const char *path), path)
CHANGE(fchdir, keep_working_folder(), int, (int folder), folder)

INTERPOSE_TIME mode_t umask(mode_t mask) {
  ORIGINAL_OF(umask)
  mode_t before = original(mask);
  if (simulation_concerns_thread() && kept_mask < 0) {
    kept_mask = (int)before;
    simulation_note_change();
  }
  return before;
}

void CFPreferencesSetAppValue(void *key, void *value, void *application);
CHANGE(CFPreferencesSetAppValue, , void, (void *key, void *value, void *application), key, value, application)

void simulation_put_back(void) {
  put_back_working_folder();
  put_back_environment();
  if (kept_mask >= 0) umask((mode_t)kept_mask);
  kept_mask = -1;
  simulation_empty_folders();
  atomic_store(&has_changes, false);
}

#endif
