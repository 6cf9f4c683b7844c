#ifndef CSIMULATION_H
#define CSIMULATION_H

#include <stdbool.h>
#include <stdint.h>

/// What code inside a simulation did that the simulation can't contain.
typedef enum {
  /// It handed a block to a Dispatch queue, which runs on a thread that knows no story time.
  SIMULATION_ESCAPE_DISPATCH,
  /// It waited for the main queue, which runs on the main thread of the process.
  SIMULATION_ESCAPE_MAIN_QUEUE,
  /// It ran turns of a loop side by side on Dispatch's threads.
  SIMULATION_ESCAPE_APPLY,
  /// It handed work to a run loop, which runs on a thread that knows no story time.
  SIMULATION_ESCAPE_RUN_LOOP,
  /// It set a timer of Dispatch or of a run loop.
  SIMULATION_ESCAPE_TIMER,
  /// It made a Dispatch source for anything but time.
  SIMULATION_ESCAPE_SOURCE,
  /// It started a thread.
  SIMULATION_ESCAPE_THREAD,
  /// It asked the kernel to put the thread to sleep; story time is to pass instead.
  SIMULATION_ESCAPE_THREAD_SLEEP,
} simulation_escape_kind;

/// Called on the simulation's thread; `nanoseconds` is the length of the sleep, or 0.
typedef void (*simulation_escape_handler)(void *simulation, simulation_escape_kind kind,
                                          int64_t nanoseconds);

/// Whether the seals replace the functions of libc, libdispatch and Foundation in this process. They don't where those
/// libraries are linked statically.
bool simulation_has_seals(void);

/// Enters a simulation on this thread: until `simulation_leave`, libc's clocks read the time that
/// `simulation_set_time` gave last, and escapes are told to `handler`. Checks for the main thread and
/// the main queue answer `on_main_thread`.
void simulation_enter(void *simulation, simulation_escape_handler handler, bool on_main_thread);

/// Leaves the simulation that this thread is in.
void simulation_leave(void);

/// Steps out of the simulation for what is none of its business, and gives what to step back into.
void *simulation_step_out(void);

/// Steps back into the simulation that `simulation_step_out` gave.
void simulation_step_in(void *simulation);

/// Whether this thread is in a simulation, in code that would run on the main thread of an ordinary
/// process.
bool simulation_is_on_main_thread(void);

/// The simulation that this thread is in; NULL where it is in none.
void *simulation_current(void);

/// Sets what this thread's clocks read: nanoseconds since 1970 and since the simulation began.
void simulation_set_time(int64_t since_1970, int64_t since_start);

/// How often this thread has read the calendar clock by `clock_gettime` since it entered its simulation.
uint64_t simulation_calendar_reads(void);

#endif
