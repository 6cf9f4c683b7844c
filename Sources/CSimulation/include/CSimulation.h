#ifndef CSIMULATION_H
#define CSIMULATION_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// Story time needs glibc, whose header is one of those above.
#if !defined(__GLIBC__)
#undef STORY_TIME
#endif

/// The kinds of sandbox violations.
typedef enum {
  /// The code handed work to a run loop other than the main one, or observed a run loop.
  SIMULATION_VIOLATION_RUN_LOOP,
  /// The code set a timer of the system, or one of a run loop other than the main one.
  SIMULATION_VIOLATION_TIMER,
  /// The code created a Dispatch source other than a timer.
  SIMULATION_VIOLATION_SOURCE,
  /// The code started a thread.
  SIMULATION_VIOLATION_THREAD,
  /// The code called the kernel to put its thread to sleep; story time must pass instead.
  SIMULATION_VIOLATION_THREAD_SLEEP,
  /// The code connected to an address, or opened one for connections.
  SIMULATION_VIOLATION_CONNECTION,
  /// The code looked up the address of a host.
  SIMULATION_VIOLATION_LOOKUP,
  /// The code started a program.
  SIMULATION_VIOLATION_PROCESS,
  /// The code created, changed or deleted a file.
  SIMULATION_VIOLATION_FILE,
} simulation_violation_kind;

/// A function that is called on the simulation's thread for each violation. `nanoseconds` is the
/// length of the sleep, or 0. `object` is the address, the host, the program or the file of an action
/// that leaves the process, or NULL.
typedef void (*simulation_violation_handler)(void *simulation, simulation_violation_kind kind,
                                          int64_t nanoseconds, const char *object);

/// Returns whether the functions of this library replace those of libc, libdispatch and Foundation in this
/// process. They don't if those libraries are linked statically.
bool simulation_is_interposed(void);

/// Returns what this library uses of Foundation and libdispatch by its name, and these versions of them don't have;
/// NULL if they have all of it.
const char *simulation_missing_symbol(void);

/// Enters a simulation on this thread. Until `simulation_leave`, libc's clocks read the time that
/// was last set with `simulation_set_time`, and violations are reported to `handler`. Checks for
/// the main thread and the main queue return `on_main_thread`.
void simulation_enter(void *simulation, simulation_violation_handler handler, bool on_main_thread);

/// Leaves the simulation that this thread is in.
void simulation_leave(void);

/// Leaves the simulation temporarily, for work that does not belong to it. Returns the value for
/// `simulation_step_in`.
void *simulation_step_out(void);

/// Reenters the simulation that `simulation_step_out` returned.
void simulation_step_in(void *simulation);

/// Returns whether this thread is in a simulation, in code that would run on the main thread of an
/// ordinary process.
bool simulation_is_on_main_thread(void);

/// Makes checks for the main thread and the main queue succeed on this thread while it is in no
/// simulation. Returns the value that was set before.
bool simulation_act_as_main_thread(bool acts);

/// Returns the simulation that this thread is in; NULL if it is in none.
void *simulation_current(void);

/// Sets whether the fake server answers all of this process, which runs a scenario in real time.
void simulation_set_real_time(bool is_in_real_time);
bool simulation_is_in_real_time(void);

/// Sets the times that this thread's clocks read, in nanoseconds since 1970 and since the
/// simulation's start.
void simulation_set_time(int64_t since_1970, int64_t since_start);

/// The variables with the seed of random numbers, and of hash values if that is another one.
#define SIMULATION_SEED "SCENARIOS_SEED"
#define SIMULATION_HASH_SEED "SCENARIOS_HASH_SEED"

/// The seed of random numbers and of hash values; 0 by default.
uint64_t simulation_seed(void);

/// The names of this package's modules, with commas between them.
const char *simulation_own_modules(void);

/// Finds the return addresses of the calls that led here, innermost first, with glibc's unwinder.
/// Returns their number, which is 0 without glibc.
int simulation_return_addresses(void **addresses, int limit);

/// Whether a variable with a seed is no number.
bool simulation_has_bad_seed(void);

/// Returns how many times this thread has read the calendar clock through `clock_gettime` since it
/// entered its simulation.
uint64_t simulation_calendar_reads(void);

// MARK: - Effects outside the process

/// Sets what code inside may do, as bits whose numbers are kinds of violations.
void simulation_permit(unsigned kinds);

/// Refuses to all threads but the calling one what a simulation refuses, until the process ends; on the calling thread
/// only inside of simulations. Where the system can, this holds for calls of the kernel without libc, too, unless the
/// process starts programs: what filters these calls would hold in the programs.
void simulation_seal_process(bool starts_programs);

// MARK: - The state of the process

/// Returns whether code inside has changed files, settings, the environment or the working folder since
/// `simulation_put_back`.
bool simulation_has_changes(void);

/// Puts back the environment, the working folder and the mask of new files, and empties the folders of this process.
void simulation_put_back(void);

/// Makes the folders of code inside those of the whole process, which only runs scenarios. Returns false if no files can
/// be created in the temporary folder.
bool simulation_own_process(bool starts_programs);

/// Sets whether the calling thread gets the folders of code inside although it is outside.
void simulation_use_folders(bool uses);

/// Returns whether the home folder that code inside gets is that of the whole process.
bool simulation_has_home_of_process(void);

/// Returns the machine's temporary folder, without links.
const char *simulation_temporary_folder(void);

/// Sets whether code inside may change files in the machine's temporary folder, other than the working folder and the
/// user's home. True by default, for tests that hand in files.
void simulation_share_temporary_folder(bool shares);

/// Removes the folders of this process.
void simulation_remove_folder(void);

/// Removes the folders of a process that has ended.
void simulation_remove_folder_of(pid_t process);

/// Removes the folders of processes that were killed together with those that would have removed them.
void simulation_remove_abandoned_folders(void);

// MARK: - Other threads

/// An action of a thread that code inside has started.
struct simulation_foreign_action {
  simulation_violation_kind kind;
  char object[256];
};

/// The most actions of other threads that are kept.
#define SIMULATION_FOREIGN_ACTIONS 64

/// Takes the next action of another thread. Returns false if there is none.
bool simulation_take_foreign_action(struct simulation_foreign_action *action);

/// Forgets the actions of other threads.
void simulation_forget_foreign_actions(void);

// MARK: - Stacks

/// A stack on which jobs of a simulation run.
typedef struct simulation_stack simulation_stack;

/// Makes the calling thread the driver of a simulation. Returns false if the system has no memory for a stack.
bool simulation_begin_stacks(void *simulation);

/// Ends what `simulation_begin_stacks` began. Stacks that still wait never run again.
void simulation_end_stacks(void);

/// Suspends the stack that runs now, and calls `simulation_run_due` on one for jobs. The driver continues when nothing is
/// due, and any other stack when `simulation_resume_stack` is called for it. Returns false, without a wait, if the system
/// has no thread for another stack.
bool simulation_run_stacks(void);

/// The stack that runs now.
simulation_stack *simulation_running_stack(void);

/// The kernel's number of the thread that a stack belongs to; 0 for no stack.
pid_t simulation_thread_of_stack(simulation_stack *stack);

/// Returns whether a lock that a thread has is held by a stack. A negative number is a thread that is not known.
bool simulation_is_held_inside(pid_t owner);

/// Sets where the stack for jobs is that runs now; does nothing if there is none. Signal handlers may call it.
void simulation_find_stack(uintptr_t *low, uintptr_t *high);

/// Whether the stack that runs now is the driver's.
bool simulation_is_on_driver(void);

/// Calls a function before each write of the process, with the descriptor; NULL for none.
void simulation_call_before_write(void (*function)(int file));

/// Lets files that code inside changes from now on carry story time.
void simulation_begin_dates(void);

/// Ends the process if one job runs for longer than a time, in which the number of jobs does not change.
///
/// Called before each simulation.
void simulation_watch(uint64_t *jobs, int seconds);

/// How a wait for a lock that a stack may hold has ended.
typedef enum {
  /// The lock was unlocked.
  SIMULATION_LOCK_FREE,
  /// The deadline has passed.
  SIMULATION_LOCK_TIMED_OUT,
  /// No stack holds the lock.
  SIMULATION_LOCK_HELD_OUTSIDE,
  /// The simulation has ended, so nothing will unlock the lock.
  SIMULATION_HAS_ENDED,
} simulation_lock_wait;

/// Continues a suspended stack. The calling stack continues when it is needed next.
void simulation_resume_stack(simulation_stack *stack);

// MARK: - Work

/// A function of Dispatch's work. Without one, the context is a block.
typedef void (*simulation_work_function)(void *context);

/// The kinds of handlers of a source.
typedef enum { SIMULATION_ON_EVENT, SIMULATION_ON_CANCEL, SIMULATION_ON_REGISTRATION } simulation_handler;

/// A queue whose work a stack runs.
struct simulation_holding {
  void *queue;
  /// Whether the work is a barrier.
  bool is_barrier;
  /// The queue from whose work this work was called; NULL if there is none.
  struct simulation_holding *outer;
};

/// The queues whose work the calling stack runs, innermost first; NULL if there is none.
struct simulation_holding *simulation_holdings(void);

/// Runs work on a queue that is free, through libdispatch.
void simulation_run_on_queue(void *queue, bool is_barrier, void *context, simulation_work_function function);

/// Runs work of the main queue, or of one whose target that is, without libdispatch.
void simulation_run_on_main(void *queue, void *context, simulation_work_function function);

/// Returns whether the calling code is work of the main queue, or of one whose target that is, and of this queue.
bool simulation_runs_on_main(void *queue);

/// Runs work without a queue.
void simulation_invoke(void *context, simulation_work_function function);

/// Retains the block of work; does nothing for a function.
void simulation_retain_work(void *context, simulation_work_function function);

/// Releases the block of work; does nothing for a function.
void simulation_release(void *context, simulation_work_function function);

/// Sets whether the code on this thread would run on the main thread of an ordinary process. Returns the value
/// before.
bool simulation_set_on_main_thread(bool is_on_main_thread);

/// Returns whether a queue is libdispatch's main queue.
bool simulation_is_main_queue(const void *queue);

/// libdispatch's main queue.
void *simulation_main_queue(void);

/// The global queue of default quality of service.
void *simulation_default_queue(void);

/// Returns the queue that the calling code of a simulation runs on.
void *simulation_queue_of_caller(void);

/// The label of a queue; NULL if it has none.
const char *simulation_label_of_queue(void *queue);

/// Retains an object of libdispatch, and returns it.
void *simulation_retain(void *object);

/// Releases an object of libdispatch.
void simulation_release_object(void *object);

/// Enters and leaves a group of Dispatch.
void simulation_enter_group(void *group);
void simulation_leave_group(void *group);

/// The target of a queue; NULL if none was set.
void *simulation_target_of_queue(void *queue);

/// Returns whether a queue was created inactive and has not been activated.
bool simulation_queue_is_inactive(void *queue);

/// How many pieces of work a queue runs at once: 1, 2 for more, or 3 for more without barriers, as a global queue; 0 if
/// the object is no queue.
int simulation_queue_width(void *queue);

/// Takes a semaphore if it is free. Returns whether it was.
bool simulation_take_semaphore(void *semaphore);

/// Returns whether nothing has entered a group of Dispatch, or all has left it.
bool simulation_group_is_empty(void *group);

/// The time until a timer of a run loop is due next, in seconds.
double simulation_timer_delay(void *timer);

/// Moves the date at which a timer of a run loop is due next.
void simulation_move_timer(void *timer, double seconds);

/// Retains or releases a timer of a run loop.
void simulation_retain_timer(void *timer, bool retains);

/// Ends a timer of a run loop.
void simulation_invalidate_timer(void *timer);

/// The interval of a timer of a run loop, in seconds; 0 if it does not repeat.
double simulation_timer_interval(void *timer);

/// The value that a timer of a run loop passes to its function.
void *simulation_timer_info(void *timer);

#endif
