// The folders of the process: the home folder and the temporary folder that code in simulations gets.
//
// Nothing inside may change the user's home. So inside, the variables that name it name a folder of this process in
// the machine's temporary folder instead. It is created on first access, and removed when the process ends. The
// process that started a killed one removes that one's folder. If both were killed, the next run does: the folder of a
// living process is locked. Without simulations, it is created at once, because accesses are not intercepted.
#define _GNU_SOURCE
#include "thread.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "scenarios-"

#if STORY_TIME  // see Sources/Simulation/Engine/Platform.swift for other systems
enum { IS_CREATED_LATER = true };

static char *real_variable(const char *name) {
  ORIGINAL_OF(getenv)
  return original(name);
}
#else
enum { IS_CREATED_LATER = false };
#define real_variable getenv
#endif

// MARK: - Names

bool simulation_is_in_folder(const char *path, const char *folder) {
  size_t length = strlen(folder);
  return length && strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

// The machine's temporary folder.
static char base[PATH_MAX];

static bool can_create_files(const char *folder) { return folder && access(folder, W_OK | X_OK) == 0; }

// Without this, everything that needs the temporary folder would fail, such as Foundation's atomic writes.
void simulation_repair_temporary_folder(void) {
  const char *folder = getenv("TMPDIR");
  if (folder && !can_create_files(folder)) setenv("TMPDIR", can_create_files("/tmp") ? "/tmp" : "/var/tmp", 1);
}

static void find_base(void) {
  const char *folder = real_variable("TMPDIR");
  if (!realpath(folder && *folder ? folder : "/tmp", base)) snprintf(base, sizeof base, "/tmp");
}

const char *simulation_temporary_folder(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find_base);
  return base;
}

// MARK: - Removal

static int open_folder(int parent, const char *name) {
  int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, folder = openat(parent, name, flags);
  bool is_closed = folder < 0 && errno == EACCES;  // the app may have closed it to all
  return is_closed && fchmodat(parent, name, 0700, 0) == 0 ? openat(parent, name, flags) : folder;
}

static void remove_contents(int folder) {
  fchmod(folder, 0700);  // the app may have made it read-only
  DIR *entries = fdopendir(folder);
  for (struct dirent *entry; entries && (entry = readdir(entries));) {
    const char *name = entry->d_name;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || unlinkat(folder, name, 0) == 0) continue;
    int inner = open_folder(folder, name);
    if (inner >= 0) remove_contents(inner);
    unlinkat(folder, name, AT_REMOVEDIR);
  }
  if (entries) closedir(entries);
  else close(folder);
}

static void remove_folder(const char *path) {
  int folder = open_folder(AT_FDCWD, path);
  if (folder >= 0) remove_contents(folder);
  rmdir(path);
}

// Opens a folder and locks it until the process ends. Returns -1 if a process that is alive has locked it.
static int lock_folder(const char *path) {
  int file = open_folder(AT_FDCWD, path);
  if (file < 0 || flock(file, LOCK_EX | LOCK_NB) == 0) return file;
  close(file);
  return -1;
}

void simulation_remove_folder_of(pid_t process) {
  char path[sizeof base + 32];
  snprintf(path, sizeof path, "%s/" PREFIX "%d", simulation_temporary_folder(), process);
  // Nearly always, there is none.
  if (access(path, F_OK) == 0) remove_folder(path);
}

void simulation_remove_abandoned_folders(void) {
  DIR *entries = opendir(simulation_temporary_folder());
  for (struct dirent *entry; entries && (entry = readdir(entries));) {
    char path[sizeof base + NAME_MAX + 2], *end = entry->d_name + strlen(PREFIX);
    if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) != 0 || strtol(end, &end, 10) <= 0 || *end) continue;
    snprintf(path, sizeof path, "%s/%s", base, entry->d_name);
    int lock = lock_folder(path);
    if (lock < 0) continue;
    remove_folder(path);
    close(lock);
  }
  if (entries) closedir(entries);
}

// MARK: - The folders of this process

static struct {
  pthread_mutex_t mutex;
  pid_t named_for, created_for;  // a fork gets folders of its own
  int lock;
  char own[sizeof base + 32], home[sizeof base + 40], temporary[sizeof base + 40];
} folders = {.mutex = PTHREAD_MUTEX_INITIALIZER, .lock = -1};

void simulation_remove_folder(void) {
  if (folders.created_for == getpid()) simulation_remove_folder_of(folders.created_for);
  folders.created_for = 0;
}

static void name(void) {
  if (folders.named_for == getpid()) return;
  folders.named_for = getpid();
  snprintf(folders.own, sizeof folders.own, "%s/" PREFIX "%d", simulation_temporary_folder(), folders.named_for);
  snprintf(folders.home, sizeof folders.home, "%s/home", folders.own);
  snprintf(folders.temporary, sizeof folders.temporary, "%s/tmp", folders.own);
  simulation_remove_folder_of(folders.named_for);  // an earlier process may have had this number
}

// Creates the folder and locks it. Another process may remove it before it is locked.
static int create_locked(void) {
  for (;;) {
    struct stat there, opened;
    if (mkdir(folders.own, 0700) != 0 && errno != EEXIST) return -1;
    int lock = lock_folder(folders.own);
    if (lock >= 0 && fstat(lock, &opened) == 0 && stat(folders.own, &there) == 0 && there.st_ino == opened.st_ino)
      return lock;
    if (lock >= 0) close(lock);
    else if (errno != ENOENT && errno != EWOULDBLOCK) return -1;
    sched_yield();
  }
}

// Foundation may have created it for a cache, when code outside of simulations used it first.
static bool make_folder(const char *path) { return mkdir(path, 0700) == 0 || errno == EEXIST; }

static bool create(void) {
  name();
  if (folders.created_for == folders.named_for) return true;
  static bool removes_at_exit;
  if (!removes_at_exit) atexit(simulation_remove_folder);
  removes_at_exit = true;
  int lock = create_locked();
  if (lock < 0) return false;
  if (folders.lock >= 0) close(folders.lock);
  // The app may close descriptors that it did not open, which have low numbers.
  folders.lock = fcntl(lock, F_DUPFD_CLOEXEC, 500);
  if (folders.lock >= 0) close(lock);
  else folders.lock = lock;
  if (make_folder(folders.home) && make_folder(folders.temporary)) {
    folders.created_for = folders.named_for;
    return true;
  }
  // Otherwise the next attempt would wait for this lock.
  close(folders.lock);
  folders.lock = -1;
  return false;
}

static bool has_folders(void) {
  int before = errno;
  void *simulation = simulation_step_out();
  pthread_mutex_lock(&folders.mutex);
  bool has = create();
  pthread_mutex_unlock(&folders.mutex);
  simulation_step_in(simulation);
  errno = before;
  return has;
}

bool simulation_own_process(bool starts_programs) {
  if (!can_create_files(simulation_temporary_folder())) return false;
  name();
  if ((starts_programs || !IS_CREATED_LATER) && !has_folders()) return false;
  setenv("CFFIXED_USER_HOME", folders.home, 1);  // Foundation prefers it
  setenv("HOME", folders.home, 1);
  setenv("TMPDIR", folders.temporary, 1);
  static const char *const others[] = {"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"};
  for (size_t index = 0; index < sizeof others / sizeof *others; index++) unsetenv(others[index]);
  return true;
}

#if STORY_TIME

bool simulation_has_home_of_process(void) {
  const char *home = real_variable("CFFIXED_USER_HOME");
  return home && strcmp(home, folders.home) == 0;
}

static void empty_folder(const char *path) {
  int folder = open_folder(AT_FDCWD, path);
  if (folder >= 0) {
    remove_contents(folder);
  } else {
    unlink(path);  // the app may have put something else there
    mkdir(path, 0700);
  }
}

void simulation_empty_folders(void) {
  if (folders.created_for != getpid()) return;
  empty_folder(folders.home);
  empty_folder(folders.temporary);
}

// What a story writes is gone after it, so nothing has to wait for the disk.
#define WAITS_FOR_DISK(name) \
  INTERPOSE_TIME int name(int file) { \
    ORIGINAL_OF(name) \
    struct stat seen; \
    bool is_on_disk = is_inside() && fstat(file, &seen) == 0 && (S_ISREG(seen.st_mode) || S_ISDIR(seen.st_mode)); \
    return is_on_disk ? 0 : original(file); \
  }

WAITS_FOR_DISK(fsync)
WAITS_FOR_DISK(fdatasync)

// MARK: - Changes

static _Atomic bool shares_temporary_folder = true;

void simulation_share_temporary_folder(bool shares) { atomic_store(&shares_temporary_folder, shares); }

void simulation_prepare_change(const char *path) {
  if (folders.named_for == getpid() && simulation_is_in_folder(path, folders.own)) has_folders();
}

static bool is_below(const char *path, const char *folder) {
  char real[PATH_MAX];
  return folder && realpath(folder, real) && strcmp(real, base) != 0 && simulation_is_in_folder(path, real);
}

bool simulation_may_change(const char *path) {
  if (folders.named_for == getpid() && simulation_is_in_folder(path, folders.own)) return true;
  return atomic_load(&shares_temporary_folder) && simulation_is_in_folder(path, simulation_temporary_folder()) &&
         // A package or a home below the temporary folder is no temporary file.
         !is_below(path, ".") && !is_below(path, real_variable("HOME"));
}

// MARK: - Variables

static _Thread_local bool uses_folders;

void simulation_use_folders(bool uses) { uses_folders = uses; }

static bool gets_folders(void) {
  return (simulation_concerns_thread() || uses_folders) && !simulation_is_in_system_call;
}

// Returns whether a variable, with its name up to a length, names a folder that code inside gets from this process.
static bool names_folder(const char *name, size_t length) {
#define IS(text) (length == strlen(text) && strncmp(name, text, length) == 0)
  return IS("HOME") || IS("CFFIXED_USER_HOME") || IS("TMPDIR") || IS("XDG_CACHE_HOME") ||
         IS("XDG_CONFIG_HOME") || IS("XDG_DATA_HOME") || IS("XDG_STATE_HOME");
}

static char *variable(const char *name, char *value) {
  if (!gets_folders() || !names_folder(name, strlen(name)) || !has_folders()) return value;
  return *name == 'X' ? NULL : *name == 'T' ? folders.temporary : folders.home;
}

INTERPOSE_TIME char *getenv(const char *name) {
  ORIGINAL_OF(getenv)
  return variable(name, original(name));
}

INTERPOSE_TIME char *secure_getenv(const char *name) {
  ORIGINAL_OF(secure_getenv)
  return variable(name, original(name));
}

// Foundation's `ProcessInfo` and its folders for caches and data read all variables with this function.
INTERPOSE char **_platform_shims_get_environ(void) {
  ORIGINAL("_platform_shims_get_environ", char **, void)
  char **all = original();
  if (!gets_folders() || simulation_has_home_of_process() || !has_folders()) return all;
  static _Thread_local char **copy;
  static _Thread_local char own[3][sizeof base + 64];
  size_t count = 0, copied = 0;
  while (all && all[count]) count++;
  char **longer = realloc(copy, (count + 4) * sizeof *copy);
  if (!longer) return all;
  copy = longer;
  for (size_t index = 0; index < count; index++)
    if (!names_folder(all[index], strcspn(all[index], "="))) copy[copied++] = all[index];
  snprintf(own[0], sizeof own[0], "CFFIXED_USER_HOME=%s", folders.home);
  snprintf(own[1], sizeof own[1], "HOME=%s", folders.home);
  snprintf(own[2], sizeof own[2], "TMPDIR=%s", folders.temporary);
  for (int index = 0; index < 3; index++) copy[copied++] = own[index];
  copy[copied] = NULL;
  return copy;
}

#endif
