// What the interposed functions share: the simulation that a thread is in, and what Swift defines for them.
#ifndef CSIMULATION_THREAD_H
#define CSIMULATION_THREAD_H

#include "CSimulation.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <time.h>

// A function defined in an executable or a test bundle takes precedence over a function of the same
// name in a shared library, for every library of the process. Each function reads one thread-local. If
// the thread is in no simulation, it does what the original does, so the rest of the process
// is not affected. They are weak, so that a statically linked libdispatch can define its own
// functions.
#define INTERPOSE __attribute__((weak, visibility("default")))

// A sanitizer has weak functions of the same names and is linked first, so these must not be weak.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define INTERPOSE_TIME __attribute__((visibility("default")))
#else
#define INTERPOSE_TIME INTERPOSE
#endif

#define HIDDEN __attribute__((visibility("hidden")))

// Declares `found_address`, where something is that is looked up once.
#define FIND_ONCE(lookup) \
  static _Atomic(void *) found; \
  void *found_address = atomic_load_explicit(&found, memory_order_acquire); \
  if (!found_address) { \
    found_address = lookup; \
    atomic_store_explicit(&found, found_address, memory_order_release); \
  }

// Declares `original`, the function that is replaced, as a pointer of the given type.
#define ORIGINAL(name, result, ...) \
  FIND_ONCE(dlsym(RTLD_NEXT, name)) \
  result (*original)(__VA_ARGS__) = (result (*)(__VA_ARGS__))found_address;

// The same for a function that a header declares.
#define ORIGINAL_OF(name) \
  FIND_ONCE(dlsym(RTLD_NEXT, #name)) \
  __typeof__(&name) original = (__typeof__(&name))found_address;

struct simulation_thread {
  void *simulation;
  simulation_violation_handler handler;
  int64_t since_1970;
  int64_t since_start;
  uint64_t calendar_reads;
  // How often this stack has read a clock or yielded at one moment, that moment, and when it began to wait by that.
  int64_t polls, polled_at, polls_since;
  // The queues whose work this stack runs, innermost first.
  struct simulation_holding *holding;
  // Whether the current code would run on the main thread of an ordinary process.
  bool on_main_thread;
  // Whether code inside of a simulation started this thread.
  bool began_inside;
  // Whether this stack is about to be suspended for a lock, or is.
  bool is_taking_lock;
  // Whether checks for the main thread succeed although this thread is in no simulation.
  bool acts_as_main_thread;
};

#define SECOND 1000000000

static inline struct timespec timespec_of(int64_t nanoseconds) {
  int64_t seconds = nanoseconds / SECOND, rest = nanoseconds % SECOND;
  if (rest < 0) rest += SECOND, seconds--;
  return (struct timespec){.tv_sec = seconds, .tv_nsec = rest};
}

extern HIDDEN _Thread_local struct simulation_thread simulation_thread;

static inline bool is_inside(void) { return simulation_thread.simulation != NULL; }

// A function of one object, before and after which more happens inside.
#define AROUND(name, before, after) \
  INTERPOSE void name(void *object) { \
    ORIGINAL(#name, void, void *) \
    if (is_inside()) { before; } \
    original(object); \
    if (is_inside()) { after; } \
  }

// How many locks the stacks of the simulation read. libc does not know which threads read one.
extern HIDDEN int simulation_reads;

// Returns the time on the calendar clock at which another clock inside reads a time.
HIDDEN struct timespec simulation_calendar_time(clockid_t clock, const struct timespec *time);

static inline void violate(simulation_violation_kind kind, int64_t nanoseconds) {
  simulation_thread.handler(simulation_thread.simulation, kind, nanoseconds, NULL);
}

// Returns whether the simulation permits an action, or the thread is in none.
HIDDEN bool simulation_permits(simulation_violation_kind kind);

// MARK: - Effects outside the process

// Each returns whether an action must not happen, reports it, and sets `errno`. `folder` is the open folder to which a
// path is relative.
HIDDEN bool simulation_refuses_address(const struct sockaddr *address, socklen_t length);
HIDDEN bool simulation_refuses_program(const char *path);
HIDDEN bool simulation_refuses_change(int folder, const char *path);

// Returns the error of a system call that is refused; 0 if it may happen.
HIDDEN int simulation_error_of_call(long number, const long *arguments);

// Returns whether a file that is opened with these flags changes.
HIDDEN bool simulation_changes_file(int flags);

// From now on, what leaves the process is refused to all threads but the runner's.
HIDDEN void simulation_concern_all_threads(void);

// Says that this thread is the runner's; inside of a simulation it is not.
HIDDEN void simulation_belongs_to_runner(void);

// Returns whether this thread runs code of a simulation, or another thread of a sealed process.
HIDDEN bool simulation_concerns_thread(void);

// Returns whether the file at a path, without links, is in a folder that is for changes.
HIDDEN bool simulation_may_change(const char *path);

// Creates the folders of this process if the file at a path would be in them.
HIDDEN void simulation_prepare_change(const char *path);

// Returns whether a path is that of a folder or of something in it.
HIDDEN bool simulation_is_in_folder(const char *path, const char *folder);

// Notes that code inside has changed files or state of the process.
HIDDEN void simulation_note_change(void);

// Whether this thread is in the signal handler for a system call, where no code of Swift may run.
extern HIDDEN _Thread_local bool simulation_is_in_system_call;

// Each dates a file by story time if it has changed.
HIDDEN void simulation_date_file(int file, bool writes);
HIDDEN void simulation_date_path(int folder, const char *path);

// Makes the variable `TMPDIR` name a folder in which files can be created, if it names none.
HIDDEN void simulation_repair_temporary_folder(void);

// Empties the folders of this process.
HIDDEN void simulation_empty_folders(void);

// Makes a futex call of code inside.
HIDDEN long simulation_call_futex(long (*kernel)(long, ...), const long *arguments, const void *caller);

// Sets the seeds of random numbers and hash values. Only before anything is hashed.
HIDDEN void simulation_set_seeds(void);

// Makes random numbers begin anew.
HIDDEN void simulation_restart_randomness(void);

// Returns whether an address is code of libdispatch. It starts threads and sleeps for its own
// reasons, such as work that other code left in a queue or a lock that another thread holds. The
// app does not cause that.
HIDDEN int simulation_is_dispatch(const void *code);

// MARK: - What Sources/Simulation defines
//
// Each has the name of a `@_cdecl`, which the compiler does not compare with the prototype.

// Sets the hooks of Swift's runtime.
void simulation_install(void);

// Runs what is due on this stack.
void simulation_run_due(void *simulation);

// Ends the process, because one job ran for too long.
void simulation_took_too_long(void);

// Lets the rest of a sleep pass, which was reported as a violation when it began.
void simulation_end_sleep(int64_t nanoseconds);

// Lets story time pass for code that polls, and other work go on meanwhile.
void simulation_wait_a_little(int64_t nanoseconds);

// Work is a function with its context, or a copied block without a function.
void simulation_enqueue(void *queue, void *context, simulation_work_function function, bool is_barrier, void *group);
void simulation_enqueue_after(uint64_t when, void *queue, void *context, simulation_work_function function);

// Waits for what is ahead. Returns whether the work has been run, as the main queue's is.
bool simulation_sync(void *queue, bool is_barrier, void *context, simulation_work_function function);

bool simulation_awaits_group(void *group);
void simulation_group_is_empty_now(void *group);
void simulation_group_notify(void *group, void *queue, void *context, simulation_work_function function);

// Each suspends this stack. The deadlines of a condition and of a lock are on the calendar clock; NULL for none.
bool simulation_wait_for_group(void *group, uint64_t deadline, bool is_of_block);
bool simulation_wait_for_semaphore(void *semaphore, uint64_t deadline);
bool simulation_wait_for_condition(void *condition, void *mutex, const struct timespec *deadline);
simulation_lock_wait simulation_wait_for_lock(void *lock, pid_t owner, const struct timespec *deadline);

// Continues a stack that waits for an object, or all of them. Returns whether there was one.
bool simulation_signal(void *object, bool all);

void simulation_perform_on_main_run_loop(void *block);
void simulation_add_timer(void *timer);
void simulation_remove_timer(void *timer);
void simulation_timer_was_set(void *timer);
void simulation_timer_was_made(void *timer, void (*call)(void *, void *));

void simulation_source_was_made(void *source, void *queue);
bool simulation_set_handler(void *source, simulation_handler kind, void *context, simulation_work_function function);
bool simulation_set_timer(void *source, uint64_t start, uint64_t interval);
uintptr_t simulation_source_data(void *source);
void simulation_cancel_source(void *source);
bool simulation_suspend(void *object, int change);
void simulation_was_retained(void *object, int change);

// Returns whether a file has dates in story time, and those.
bool simulation_date(dev_t device, ino_t file, bool is_changed, bool is_written, int64_t now, int64_t *modified,
                     int64_t *changed);

#endif
