#ifndef CSIMULATION_H
#define CSIMULATION_H

#include <stdint.h>

/// What code inside a simulation did that the simulation can't contain.
typedef enum {
  /// It handed a block to a Dispatch queue, which runs on a thread that knows no story time.
  SIMULATION_ESCAPE_DISPATCH,
  /// It asked the kernel to put the thread to sleep; story time is to pass instead.
  SIMULATION_ESCAPE_THREAD_SLEEP,
} simulation_escape_kind;

/// Called on the simulation's thread; `nanoseconds` is the length of the sleep, or 0.
typedef void (*simulation_escape_handler)(void *simulation, simulation_escape_kind kind,
                                          int64_t nanoseconds);

/// Enters a simulation on this thread: until `simulation_leave`, libc's clocks read the time that
/// `simulation_set_time` gave last, and escapes are told to `handler`.
void simulation_enter(void *simulation, simulation_escape_handler handler);

/// Leaves the simulation that this thread is in.
void simulation_leave(void);

/// The simulation that this thread is in; NULL where it is in none.
void *simulation_current(void);

/// Sets what this thread's clocks read: nanoseconds since 1970 and since the simulation began.
void simulation_set_time(int64_t since_1970, int64_t since_start);

/// How often this thread has read the calendar clock by `clock_gettime` since it entered its simulation.
uint64_t simulation_calendar_reads(void);

#endif
