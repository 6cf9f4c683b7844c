// Interposed functions for what leaves the process: connections, child processes, and changed files.
//
// Inside a simulation, and on threads that code inside started, each is refused and reported before anything has
// happened, unless the simulation permits it. In a sealed process this holds for all threads but the runner's. Reading a
// file is no change. The folders in folders.c are for changes.
#define _GNU_SOURCE
#include "thread.h"

#if STORY_TIME  // see Sources/Simulation/Engine/Platform.swift for other systems

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netdb.h>
#include <netinet/in.h>
#include <spawn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

// MARK: - Permissions

static _Atomic unsigned permitted;

void simulation_permit(unsigned kinds) { atomic_store(&permitted, kinds); }

bool simulation_permits(simulation_violation_kind kind) { return atomic_load(&permitted) & 1u << kind; }

// MARK: - Actions on other threads

static struct simulation_foreign_action actions[SIMULATION_FOREIGN_ACTIONS];
static _Atomic bool is_complete[SIMULATION_FOREIGN_ACTIONS];
static _Atomic int action_count, first_action;

bool simulation_take_foreign_action(struct simulation_foreign_action *action) {
  int first = atomic_load(&first_action);
  if (first >= atomic_load(&action_count) || first >= SIMULATION_FOREIGN_ACTIONS) return false;
  if (!atomic_load(&is_complete[first])) return false;
  *action = actions[first];
  atomic_store(&first_action, first + 1);
  return true;
}

void simulation_forget_foreign_actions(void) {
  int count = atomic_exchange(&action_count, 0);
  atomic_store(&first_action, 0);
  for (int index = 0; index < count && index < SIMULATION_FOREIGN_ACTIONS; index++)
    atomic_store(&is_complete[index], false);
}

static void note_foreign(simulation_violation_kind kind, const char *object) {
  int index = atomic_fetch_add(&action_count, 1);
  if (index >= SIMULATION_FOREIGN_ACTIONS) return;
  actions[index].kind = kind;
  snprintf(actions[index].object, sizeof actions[index].object, "%s", object);
  atomic_store(&is_complete[index], true);
}

// Whether threads are concerned that neither the runner nor code inside has started.
static _Atomic bool concerns_all_threads;
static _Thread_local bool is_runners;
_Thread_local bool simulation_is_in_system_call;

void simulation_concern_all_threads(void) { atomic_store(&concerns_all_threads, true); }

void simulation_belongs_to_runner(void) { is_runners = true; }

bool simulation_concerns_thread(void) {
  if (simulation_thread.simulation || simulation_thread.began_inside) return true;
  return atomic_load(&concerns_all_threads) && !is_runners;
}

// Returns whether an action must not happen, and reports it.
static bool refuses(simulation_violation_kind kind, const char *object) {
  if (!simulation_concerns_thread() || simulation_permits(kind)) return false;
  void *simulation = simulation_thread.simulation;
  if (simulation && !simulation_is_in_system_call) simulation_thread.handler(simulation, kind, 0, object);
  else note_foreign(kind, object);
  return true;
}

// A call that fails where the app may not make it.
#define REFUSABLE(name, type, parameters, is_refused, failure, ...) \
  INTERPOSE_TIME type name parameters { \
    ORIGINAL_OF(name) \
    return is_refused ? failure : original(__VA_ARGS__); \
  }

// MARK: - Connections

bool simulation_refuses_address(const struct sockaddr *address, socklen_t length) {
  if (!simulation_concerns_thread() || !address) return false;
  char host[INET6_ADDRSTRLEN] = "", text[INET6_ADDRSTRLEN + 128];
  if (address->sa_family == AF_INET && length >= sizeof(struct sockaddr_in)) {
    const struct sockaddr_in *in = (const struct sockaddr_in *)address;
    inet_ntop(AF_INET, &in->sin_addr, host, sizeof host);
    snprintf(text, sizeof text, "%s:%d", host, ntohs(in->sin_port));
  } else if (address->sa_family == AF_INET6 && length >= sizeof(struct sockaddr_in6)) {
    const struct sockaddr_in6 *in = (const struct sockaddr_in6 *)address;
    inet_ntop(AF_INET6, &in->sin6_addr, host, sizeof host);
    snprintf(text, sizeof text, "[%s]:%d", host, ntohs(in->sin6_port));
  } else if (address->sa_family == AF_UNIX) {
    const char *path = ((const struct sockaddr_un *)address)->sun_path;
    size_t most = length > offsetof(struct sockaddr_un, sun_path) ? length - offsetof(struct sockaddr_un, sun_path) : 0;
    snprintf(text, sizeof text, "the socket %.*s", (int)(most < 108 ? most : 108), path);
  } else {
    snprintf(text, sizeof text, "an address of family %d", address->sa_family);
  }
  if (!refuses(SIMULATION_VIOLATION_CONNECTION, text)) return false;
  errno = EPERM;
  return true;
}

REFUSABLE(connect, int, (int file, const struct sockaddr *address, socklen_t length),
          simulation_refuses_address(address, length), -1, file, address, length)
REFUSABLE(bind, int, (int file, const struct sockaddr *address, socklen_t length),
          simulation_refuses_address(address, length), -1, file, address, length)
REFUSABLE(sendto, ssize_t, (int file, const void *bytes, size_t count, int flags, const struct sockaddr *address,
                            socklen_t length),
          simulation_refuses_address(address, length), -1, file, bytes, count, flags, address, length)
REFUSABLE(sendmsg, ssize_t, (int file, const struct msghdr *message, int flags),
          message && simulation_refuses_address(message->msg_name, message->msg_namelen), -1, file, message, flags)

// A number needs no look-up.
REFUSABLE(getaddrinfo, int, (const char *restrict host, const char *restrict service,
                             const struct addrinfo *restrict hints, struct addrinfo **restrict result),
          host && !(hints && hints->ai_flags & AI_NUMERICHOST) && refuses(SIMULATION_VIOLATION_LOOKUP, host), EAI_FAIL,
          host, service, hints, result)

#define LOOKUP(name, parameters, ...) \
  REFUSABLE(name, struct hostent *, parameters, refuses(SIMULATION_VIOLATION_LOOKUP, host), \
            (h_errno = NO_RECOVERY, NULL), __VA_ARGS__)

LOOKUP(gethostbyname, (const char *host), host)
LOOKUP(gethostbyname2, (const char *host, int family), host, family)

// MARK: - Child processes

bool simulation_refuses_program(const char *path) {
  if (!refuses(SIMULATION_VIOLATION_PROCESS, path)) return false;
  errno = EPERM;
  return true;
}

REFUSABLE(fork, pid_t, (void), simulation_refuses_program("a copy of itself"), -1)

#define SPAWN(name) \
  REFUSABLE(name, int, (pid_t *restrict child, const char *restrict path, const posix_spawn_file_actions_t *actions, \
                        const posix_spawnattr_t *restrict attributes, char *const *restrict arguments, \
                        char *const *restrict variables), \
            refuses(SIMULATION_VIOLATION_PROCESS, path), EPERM, child, path, actions, attributes, arguments, variables)

SPAWN(posix_spawn)
SPAWN(posix_spawnp)

#define EXECUTE(name, parameters, ...) \
  REFUSABLE(name, int, parameters, simulation_refuses_program(path), -1, __VA_ARGS__)

EXECUTE(execve, (const char *path, char *const *arguments, char *const *environment), path, arguments, environment)
EXECUTE(execvpe, (const char *path, char *const *arguments, char *const *environment), path, arguments, environment)
EXECUTE(execv, (const char *path, char *const *arguments), path, arguments)
EXECUTE(execvp, (const char *path, char *const *arguments), path, arguments)

REFUSABLE(system, int, (const char *command), command && simulation_refuses_program(command), -1, command)
REFUSABLE(popen, FILE *, (const char *command, const char *mode), simulation_refuses_program(command), NULL, command,
          mode)

// MARK: - Changed files

// Returns whether the file at a path must not change. `folder` is the open folder to which it is relative.
bool simulation_refuses_change(int folder, const char *path) {
  if (!simulation_concerns_thread() || !path) return false;
  char full[PATH_MAX], parent[PATH_MAX];
  if (path[0] == '/' || folder == AT_FDCWD) {
    snprintf(full, sizeof full, "%s", path);
  } else {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t length = readlink(link, parent, sizeof parent - 1);
    if (length < 0) return false;  // the call fails by itself
    parent[length] = 0;
    if (snprintf(full, sizeof full, "%s/%s", parent, path) >= (int)sizeof full) return false;
  }
  simulation_prepare_change(full);
  // The file need not exist, but its folder must, or the call fails by itself.
  size_t length = strlen(full);
  while (length > 1 && full[length - 1] == '/') full[--length] = 0;
  char *slash = strrchr(full, '/');
  const char *name = slash ? slash + 1 : full;
  if (slash) *slash = 0;
  if (!realpath(!slash ? "." : slash == full ? "/" : full, parent)) return false;
  char real[2 * PATH_MAX];
  snprintf(real, sizeof real, "%s/%s", strcmp(parent, "/") == 0 ? "" : parent, name);
  if (simulation_is_in_folder(real, "/dev") || simulation_is_in_folder(real, "/proc")) return false;
  if (simulation_may_change(real)) {
    simulation_note_change();
    return false;
  }
  // Files that Foundation keeps by itself, if it began to before the simulation. It works without them.
  if (strstr(real, "/org.swift.foundation.URLCache/") || strstr(real, "/.cookies.")) {
    errno = EROFS;
    return true;
  }
  // Foundation replaces a file with a temporary one, whose name differs from run to run.
  const char *last = strrchr(real, '/') + 1;
  bool has_name = strncmp(last, ".dat.nosync", 11) != 0 && !strstr(last, "XXXXXX");
  if (!refuses(SIMULATION_VIOLATION_FILE, has_name ? real : parent)) return false;
  errno = EROFS;
  return true;
}

bool simulation_changes_file(int flags) {
  // No other process can find a file that never gets a name.
  if ((flags & O_TMPFILE) == O_TMPFILE && flags & O_EXCL) return false;
  return (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC);
}

static int dated(int file, int flags) {
  if (file >= 0) simulation_date_file(file, flags & O_TRUNC);
  return file;
}

#define OPEN(name, parameters, folder, ...) \
  INTERPOSE_TIME int name parameters { \
    ORIGINAL_OF(name) \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; \
    va_end(list); \
    if (!simulation_changes_file(flags)) return original(__VA_ARGS__, flags, mode); \
    return simulation_refuses_change(folder, path) ? -1 : dated(original(__VA_ARGS__, flags, mode), flags); \
  }

OPEN(open, (const char *path, int flags, ...), AT_FDCWD, path)
OPEN(open64, (const char *path, int flags, ...), AT_FDCWD, path)
OPEN(openat, (int folder, const char *path, int flags, ...), folder, folder, path)
OPEN(openat64, (int folder, const char *path, int flags, ...), folder, folder, path)

#define OPEN_STREAM(name) \
  INTERPOSE_TIME FILE *name(const char *restrict path, const char *restrict mode) { \
    ORIGINAL_OF(name) \
    bool writes = mode && (*mode != 'r' || strchr(mode, '+')); \
    FILE *file = writes && simulation_refuses_change(AT_FDCWD, path) ? NULL : original(path, mode); \
    if (file && writes) dated(fileno(file), *mode == 'w' ? O_TRUNC : 0); \
    return file; \
  }

OPEN_STREAM(fopen)
OPEN_STREAM(fopen64)

#define CHANGE(name, parameters, folder, path, ...) \
  INTERPOSE_TIME int name parameters { \
    ORIGINAL_OF(name) \
    if (simulation_refuses_change(folder, path)) return -1; \
    int result = original(__VA_ARGS__); \
    simulation_date_path(folder, path); \
    return result; \
  }

CHANGE(creat, (const char *path, mode_t mode), AT_FDCWD, path, path, mode)
CHANGE(creat64, (const char *path, mode_t mode), AT_FDCWD, path, path, mode)
CHANGE(mkdir, (const char *path, mode_t mode), AT_FDCWD, path, path, mode)
CHANGE(mkdirat, (int folder, const char *path, mode_t mode), folder, path, folder, path, mode)
CHANGE(rmdir, (const char *path), AT_FDCWD, path, path)
CHANGE(unlink, (const char *path), AT_FDCWD, path, path)
CHANGE(unlinkat, (int folder, const char *path, int flags), folder, path, folder, path, flags)
CHANGE(remove, (const char *path), AT_FDCWD, path, path)
CHANGE(truncate, (const char *path, off_t length), AT_FDCWD, path, path, length)
CHANGE(truncate64, (const char *path, off64_t length), AT_FDCWD, path, path, length)
CHANGE(chmod, (const char *path, mode_t mode), AT_FDCWD, path, path, mode)
CHANGE(symlink, (const char *target, const char *path), AT_FDCWD, path, target, path)
CHANGE(link, (const char *path, const char *to), AT_FDCWD, to, path, to)
CHANGE(mkstemp, (char *path), AT_FDCWD, path, path)
CHANGE(mkstemp64, (char *path), AT_FDCWD, path, path)
CHANGE(mkostemp, (char *path, int flags), AT_FDCWD, path, path, flags)

REFUSABLE(mkdtemp, char *, (char *path), simulation_refuses_change(AT_FDCWD, path), NULL, path)

#define RENAME(name, parameters, folder, path, to_folder, to, ...) \
  INTERPOSE_TIME int name parameters { \
    ORIGINAL_OF(name) \
    if (simulation_refuses_change(folder, path) || simulation_refuses_change(to_folder, to)) return -1; \
    int result = original(__VA_ARGS__); \
    simulation_date_path(to_folder, to); \
    return result; \
  }

RENAME(rename, (const char *path, const char *to), AT_FDCWD, path, AT_FDCWD, to, path, to)
RENAME(renameat, (int folder, const char *path, int other, const char *to), folder, path, other, to, folder, path,
       other, to)
RENAME(renameat2, (int folder, const char *path, int other, const char *to, unsigned flags), folder, path, other, to,
       folder, path, other, to, flags)

#endif
