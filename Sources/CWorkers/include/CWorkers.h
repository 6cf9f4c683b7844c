#ifndef CWORKERS_H
#define CWORKERS_H

#include <stdint.h>
#include <sys/types.h>

/// How many return addresses are kept of a stack.
#define WORKER_FRAMES 64

/// Why the supervisor ended a worker.
typedef enum {
  WORKER_NOT_ENDED = 0,
  /// It used processor time without progress.
  WORKER_LOOPS,
  /// All of its threads slept in the kernel.
  WORKER_BLOCKED,
  /// As WORKER_BLOCKED, while it waited for a child process.
  WORKER_WAITS_FOR_CHILD,
  /// As WORKER_BLOCKED, while it waited for a disk.
  WORKER_WAITS_FOR_DISK,
  /// It used more memory than it may.
  WORKER_MEMORY,
} worker_ending;

/// What a worker is doing.
typedef enum {
  WORKER_STARTS = 0,
  /// It reads the list of modules.
  WORKER_READS_MODULES,
  /// It reads the step definitions of a module; `text` is the module.
  WORKER_READS_STEPS,
  /// It reads and plans a file; `text` is the file, `line` the step.
  WORKER_PLANS,
  /// It runs a scenario.
  WORKER_RUNS,
} worker_phase;

/// What a worker and its supervisor share: one writer each for every field, and no lock, so that it
/// can be read whatever happens to the worker.
struct worker_progress {
  /// Counts everything that shows that the worker gets on.
  uint64_t beats;
  /// The story time of the scenario, in nanoseconds.
  int64_t story_time;
  int32_t phase;
  /// The process that does the work now: the worker, or one that it forked.
  int32_t process;
  /// Its thread that runs the app.
  int32_t thread;
  /// The scenario, by its index in the batch, and its step; -1 before the first and after the last.
  int32_t scenario;
  int32_t step;
  int32_t line;
  char text[512];
  /// Written by the supervisor before it ends the process.
  int32_t ending;
  /// What the process noted when it died or was asked where it is.
  int32_t signal;
  int32_t exit_called;
  int32_t frame_count;
  uint64_t fault_address;
  uint64_t stack_low;
  uint64_t stack_high;
  uint64_t executable;
  uint64_t frames[WORKER_FRAMES];
};

/// Memory for one `worker_progress`, in a file that `worker_memory_file` gave, or, with -1, shared
/// with forked processes; NULL if there is none.
struct worker_progress *worker_progress_create(int file);
void worker_progress_destroy(struct worker_progress *progress);

/// Forks; the child is ended when the calling thread's process ends.
pid_t worker_fork(void);

/// Writes what this process has counted for coverage, if it does.
void worker_keep_coverage(void);

/// Ends this process at once, without the handlers of `exit`.
void worker_leave(int status) __attribute__((noreturn));

/// A file in memory to which writes are appended; -1 if there is none.
int worker_memory_file(void);

/// Restores the default handling of SIGINT, SIGTERM, SIGHUP and SIGQUIT, where they are not ignored.
void worker_reset_signals(void);

/// Closes the descriptors of this process from 3 to 499; those to be kept are above.
void worker_close_descriptors(void);

/// Whether `waitid` with WNOHANG has found a child.
int worker_is_about_child(void *information);

/// Makes writing to a closed pipe end this process, as it ends any process.
void worker_restore_pipe_signal(void);

/// Whether the number of a system call is that of a wait for a child process.
int worker_waits_for_child(long call);

/// A pipe that is closed in programs that are started; as `pipe`.
int worker_pipe(int *ends);

/// Makes standard output keep nothing back.
void worker_write_at_once(void);

/// Whether a sanitizer watches this process.
int worker_is_sanitized(void);

/// Makes this process note in `progress` how it dies, and answer `worker_ask_for_stack`.
void worker_watch_own_death(struct worker_progress *progress);

/// Asks a process to note where one of its threads is.
void worker_ask_for_stack(pid_t process, pid_t thread);

/// The number of the calling thread.
pid_t worker_thread(void);

/// Makes the kernel kill this process when the thread that started it ends.
void worker_end_with_parent(pid_t parent);

/// Counts one step of progress.
void worker_beat(struct worker_progress *progress);

/// Where a signal that ends the supervisor is written: one byte each, its number.
int worker_catch_signals(void);

/// What `waitpid` would give for what `waitid` has given.
int worker_status(void *information);

/// Makes signals end this process again.
void worker_release_signals(void);

/// The processor time that a process has used, in nanoseconds; -1 if it is gone.
int64_t worker_processor_time(pid_t process);

#endif
