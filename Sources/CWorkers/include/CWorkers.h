#ifndef CWORKERS_H
#define CWORKERS_H

#include <stdint.h>
#include <sys/types.h>

/// The number of return addresses that are kept of a stack.
#define WORKER_FRAMES 64

/// No step, not even the one before the first, which is -1.
#define WORKER_NO_STEP -2

/// The beginning of a finding that is undefined behaviour of C.
#define WORKER_UNDEFINED "undefined: "

/// The reasons why the supervisor ends a worker.
typedef enum {
  WORKER_NOT_ENDED = 0,
  /// The worker used processor time without progress.
  WORKER_LOOPS,
  /// All threads of the worker slept in the kernel.
  WORKER_BLOCKED,
  /// As WORKER_BLOCKED, while the worker waited for a child process.
  WORKER_WAITS_FOR_CHILD,
  /// As WORKER_BLOCKED, while the worker waited for a disk.
  WORKER_WAITS_FOR_DISK,
  /// The thread of the app slept while others only woke for a moment.
  WORKER_WAITS_BESIDE_THREADS,
  /// The worker used more memory than allowed.
  WORKER_MEMORY,
} worker_ending;

/// The phases of a worker.
typedef enum {
  WORKER_STARTS = 0,
  /// The worker reads the list of modules.
  WORKER_READS_MODULES,
  /// The worker reads the step definitions of a module; `text` is the module.
  WORKER_READS_STEPS,
  /// The worker reads and plans a file; `text` is the file, `line` the step.
  WORKER_PLANS,
  /// The worker runs a scenario.
  WORKER_RUNS,
} worker_phase;

/// The memory that a worker and its supervisor share. Each field has one writer, and there is no
/// lock, so it can be read whatever happens to the worker.
struct worker_progress {
  /// The number of events that show progress of the worker.
  uint64_t beats;
  /// The story time of the scenario, in nanoseconds.
  int64_t story_time;
  int32_t phase;
  /// The process that does the work now: the worker, or one that it forked.
  int32_t process;
  /// The thread of that process that runs the app.
  int32_t thread;
  /// The scenario, by its index in the batch, and its step; -1 before the first and after the last.
  int32_t scenario;
  int32_t step;
  int32_t line;
  /// The step after which the process takes observations that no step asks for, or WORKER_NO_STEP.
  int32_t observed_step;
  /// The step in which the app closed the descriptor of messages, or WORKER_NO_STEP.
  int32_t closing_step;
  /// The time at which the scenario began, from `worker_now`.
  int64_t began;
  char text[512];
  /// The reason for the end, which the supervisor writes before it ends the process.
  int32_t ending;
  /// The fields from here on are recorded by the process when it dies or is asked for its stack.
  int32_t signal;
  int32_t exit_called;
  /// The signal that the app sent to a process that runs it.
  int32_t signal_to_parent;
  /// Whether the app wrote into the descriptor of messages.
  int32_t wrote_message;
  /// The sanitizer's term for what it found.
  char finding[64];
  int32_t frame_count;
  /// The memory that the process used when it died, in bytes.
  uint64_t memory;
  uint64_t fault_address;
  uint64_t stack_low;
  uint64_t stack_high;
  uint64_t executable;
  uint64_t frames[WORKER_FRAMES];
};

/// Returns memory for one `worker_progress`, or NULL on failure. `file` is a file from
/// `worker_memory_file`, or -1 for memory that is shared with forked processes.
struct worker_progress *worker_progress_create(int file);
void worker_progress_destroy(struct worker_progress *progress);

/// Forks. The child is killed when the calling thread ends.
pid_t worker_fork(void);

/// Runs `body` on a new thread with a stack of that many bytes, and waits until the thread ends.
/// Returns an error number if the thread can't be started, otherwise 0.
int worker_run_on_thread(size_t stack_size, void *(*body)(void *), void *context);

/// Writes the coverage counts of this process, if it collects any.
void worker_keep_coverage(void);

/// Ends this process at once, without running the handlers of `exit`.
void worker_leave(int status) __attribute__((noreturn));

/// Creates a file in memory, to which writes are appended. Returns its descriptor, or -1 on
/// failure.
int worker_memory_file(void);

/// Restores the default handling of SIGQUIT and of those of SIGINT, SIGTERM and SIGHUP that are not
/// ignored, and unblocks all signals.
void worker_reset_signals(void);

/// Remembers the descriptor to which this process writes its messages, and closes the one that it
/// inherited from the process that forked it. -1 stands for none.
///
/// The app can neither write to it nor close it with libc's functions.
void worker_replace_message_end(int end);

/// Writes to the descriptor of messages. Otherwise as `write`.
ssize_t worker_write(int file, const void *bytes, size_t count);

/// Ends the process if the app is about to write to the descriptor of messages.
void worker_before_write(int file);

/// Closes the descriptors of this process from 3 to 499. Descriptors to keep have higher numbers.
void worker_close_descriptors(void);

/// Returns whether `waitid` with WNOHANG has found a child.
int worker_is_about_child(void *information);

/// Restores the default handling of SIGPIPE, so that writing to a closed pipe ends this process.
void worker_restore_pipe_signal(void);

/// Returns whether the number of a system call is that of a wait for a child process.
int worker_waits_for_child(long call);

/// Creates a pipe that is closed in programs that this process starts. Otherwise as `pipe`.
int worker_pipe(int *ends);

/// Makes standard output unbuffered.
void worker_write_at_once(void);

/// Returns whether a sanitizer is active in this process.
int worker_is_sanitized(void);

/// Limits the memory of this process to that many bytes.
void worker_limit_memory(uint64_t bytes);

/// Makes the calling thread take no signals that are sent to the process.
void worker_block_signals(void);

/// Returns at once, or never if another thread handles a signal that ends this process.
void worker_wait_for_termination(void);

/// Makes this process record in `progress` how it dies, and respond to `worker_ask_for_stack`.
///
/// `find_stack` sets where the stack is that runs at that moment, and does nothing for this thread's own. It must be
/// safe in a signal handler.
void worker_record_termination(struct worker_progress *progress, void (*find_stack)(uintptr_t *low, uintptr_t *high));

/// Makes a process record the stack of one of its threads.
void worker_ask_for_stack(pid_t process, pid_t thread);

/// Returns the ID of the calling thread.
pid_t worker_thread(void);

/// Makes Swift code on this thread ask for its thread ID again, after a fork by the thread with this
/// ID.
void worker_forget_thread(pid_t thread);

/// Handles what the app did to a child: threads that it made this process trace get their signals,
/// and a child that it stopped continues if `continues` is not 0.
void worker_go_on(pid_t child, int continues);

/// Waits for a child to end. Returns the status that `waitpid` stores.
int worker_wait(pid_t child);

/// Makes processes whose parents have ended children of this process, or no longer.
void worker_adopt_orphans(int adopts);

/// Stores the IDs of this thread's children, at most `count`. Returns their number.
int worker_children(pid_t *children, int count);

/// Returns whether the app has replaced the program of its process by this one.
int worker_is_replaced(void);

/// Makes the kernel kill this process when the thread that started it ends.
void worker_end_with_parent(pid_t parent);

/// Records one step of progress.
void worker_beat(struct worker_progress *progress);

/// Catches the signals that end a run. Returns the descriptor from which their numbers are read,
/// one byte each, or -1 on failure.
int worker_catch_signals(void);

/// Returns the status that `waitpid` would store for the result of `waitid`.
int worker_status(void *information);

/// Makes signals that are not ignored end this process again.
void worker_release_signals(void);

/// Returns the time since the start of the system, in nanoseconds, also in a simulation.
int64_t worker_now(void);

/// Makes the programs that this thread starts have the same addresses each time, or no longer.
/// Returns whether the system allows it.
int worker_fix_addresses(int fixes);

/// Makes blocks of memory that this thread allocates next have another order.
void worker_shuffle_memory(uint64_t seed);

/// Returns the processor time that a process has used, in nanoseconds; -1 if the process is gone.
int64_t worker_processor_time(pid_t process);

#endif
