#ifndef CSIMULATION_H
#define CSIMULATION_H

#include <stdbool.h>
#include <stdint.h>

/// The kinds of sandbox violations.
typedef enum {
  /// The code handed a block to a Dispatch queue, which runs on a thread outside story time.
  SIMULATION_VIOLATION_DISPATCH,
  /// The code waited for the main queue, which runs on the main thread of the process.
  SIMULATION_VIOLATION_MAIN_QUEUE,
  /// The code ran iterations of a loop in parallel on Dispatch's threads.
  SIMULATION_VIOLATION_APPLY,
  /// The code handed work to a run loop, which runs on a thread outside story time.
  SIMULATION_VIOLATION_RUN_LOOP,
  /// The code set a timer of Dispatch or of a run loop.
  SIMULATION_VIOLATION_TIMER,
  /// The code created a Dispatch source other than a timer.
  SIMULATION_VIOLATION_SOURCE,
  /// The code started a thread.
  SIMULATION_VIOLATION_THREAD,
  /// The code called the kernel to put its thread to sleep; story time must pass instead.
  SIMULATION_VIOLATION_THREAD_SLEEP,
} simulation_violation_kind;

/// A function that is called on the simulation's thread for each violation. `nanoseconds` is the
/// length of the sleep, or 0.
typedef void (*simulation_violation_handler)(void *simulation, simulation_violation_kind kind,
                                          int64_t nanoseconds);

/// Returns whether the functions of this library replace those of libc, libdispatch and Foundation in this
/// process. They don't if those libraries are linked statically.
bool simulation_is_interposed(void);

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

/// Sets the times that this thread's clocks read, in nanoseconds since 1970 and since the
/// simulation's start.
void simulation_set_time(int64_t since_1970, int64_t since_start);

/// Returns how many times this thread has read the calendar clock through `clock_gettime` since it
/// entered its simulation.
uint64_t simulation_calendar_reads(void);

#endif
