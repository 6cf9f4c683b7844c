// The seals: libc and libdispatch functions that would let real time into a simulation.
//
// A function defined in an executable or a test bundle wins over a shared library's of the same name,
// for every library of the process. Each of these looks at one thread-local and, where the thread is in
// no simulation, does what the original does; so nothing changes for the rest of the process. They are
// weak, so that a statically linked libdispatch may bring its own.
#define _GNU_SOURCE
#include "CSimulation.h"

#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)  // elsewhere Sources/Simulation/Runtime/Platform.swift says what is missing

#define SEAL __attribute__((weak, visibility("default")))

static _Thread_local struct {
  void *simulation;
  simulation_escape_handler handler;
  int64_t since_1970;
  int64_t since_start;
  uint64_t calendar_reads;
} world;

void simulation_enter(void *simulation, simulation_escape_handler handler) {
  world.simulation = simulation;
  world.handler = handler;
  world.calendar_reads = 0;
}

void simulation_leave(void) { world.simulation = NULL; }

void *simulation_current(void) { return world.simulation; }

void simulation_set_time(int64_t since_1970, int64_t since_start) {
  world.since_1970 = since_1970;
  world.since_start = since_start;
}

uint64_t simulation_calendar_reads(void) { return world.calendar_reads; }

static void escape(simulation_escape_kind kind, int64_t nanoseconds) {
  world.handler(world.simulation, kind, nanoseconds);
}

// The runtime's hooks are set while the process still has one thread, so nobody can read them half written.
extern void simulation_install(void);
__attribute__((constructor)) static void at_load(void) { simulation_install(); }

// MARK: - Clocks

typedef int (*clock_gettime_function)(clockid_t, struct timespec *);

// glibc's own, which reads the clock without a system call. Looked up once; before that, and while
// dlsym itself asks for the time, the system call serves.
static int real_clock_gettime(clockid_t clock, struct timespec *time) {
  static _Atomic(clock_gettime_function) original;
  static _Atomic int looking;
  clock_gettime_function function = atomic_load_explicit(&original, memory_order_acquire);
  if (!function && !atomic_exchange(&looking, 1)) {
    function = (clock_gettime_function)dlsym(RTLD_NEXT, "clock_gettime");
    atomic_store_explicit(&original, function, memory_order_release);
  }
  return function ? function(clock, time) : (int)syscall(SYS_clock_gettime, clock, time);
}

static struct timespec timespec_of(int64_t nanoseconds) {
  int64_t rest = nanoseconds % 1000000000;
  if (rest < 0) rest += 1000000000;
  return (struct timespec){.tv_sec = (nanoseconds - rest) / 1000000000, .tv_nsec = rest};
}

SEAL int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!world.simulation) return real_clock_gettime(clock, time);
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_TAI:
      world.calendar_reads++;
      *time = timespec_of(world.since_1970);
      return 0;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
      // A day has passed since the machine was started: an app may subtract from "now".
      *time = timespec_of(world.since_start + 86400000000000);
      return 0;
    default:  // processor time of this thread or process, which no story speaks of
      return real_clock_gettime(clock, time);
  }
}

// These two read story time as well but don't count: Swift and Foundation read the calendar by clock_gettime, whereas
// ICU calls gettimeofday whenever it fills a cache of its own, once in a process, which no app can help.
static struct timespec calendar_time(void) {
  struct timespec now = {0};
  if (world.simulation) now = timespec_of(world.since_1970);
  else real_clock_gettime(CLOCK_REALTIME, &now);
  return now;
}

SEAL int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  struct timespec now = calendar_time();
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

SEAL time_t time(time_t *result) {
  struct timespec now = calendar_time();
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

// MARK: - Sleeping threads

static int64_t nanoseconds_of(const struct timespec *time) {
  return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

SEAL int nanosleep(const struct timespec *duration, struct timespec *left) {
  // A sleep of no length takes no time: it lets other threads go first. CoreFoundation's spin locks call sleep(0) when
  // two scenarios want the same one, which no app can help.
  if (world.simulation && nanoseconds_of(duration) == 0) return sched_yield();
  if (world.simulation) {
    escape(SIMULATION_ESCAPE_THREAD_SLEEP, nanoseconds_of(duration));
    return 0;
  }
  return (int)syscall(SYS_nanosleep, duration, left) == 0 ? 0 : -1;
}

SEAL int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time,
                         struct timespec *left) {
  if (world.simulation) {
    int64_t length = nanoseconds_of(time);
    if (flags & TIMER_ABSTIME) {
      struct timespec now;
      clock_gettime(clock, &now);
      length -= nanoseconds_of(&now);
    }
    escape(SIMULATION_ESCAPE_THREAD_SLEEP, length);
    return 0;
  }
  // This one returns the error number instead of setting errno.
  return syscall(SYS_clock_nanosleep, clock, flags, time, left) == 0 ? 0 : errno;
}

SEAL int usleep(useconds_t microseconds) {
  struct timespec duration = timespec_of((int64_t)microseconds * 1000);
  return nanosleep(&duration, NULL);
}

SEAL unsigned int sleep(unsigned int seconds) {
  struct timespec duration = {.tv_sec = seconds}, left = {0};
  return nanosleep(&duration, &left) == 0 ? 0 : (unsigned int)left.tv_sec;
}

// MARK: - Dispatch
//
// The work is still handed on: what is lost must not be lost twice. The simulation only hears of it.

#define ORIGINAL(name) \
  static _Atomic(void *) original; \
  void *function = atomic_load_explicit(&original, memory_order_acquire); \
  if (!function) { \
    function = dlsym(RTLD_NEXT, name); \
    atomic_store_explicit(&original, function, memory_order_release); \
  } \
  if (world.simulation) escape(SIMULATION_ESCAPE_DISPATCH, 0);

SEAL void dispatch_async(void *queue, void *block) {
  ORIGINAL("dispatch_async")
  ((void (*)(void *, void *))function)(queue, block);
}

SEAL void dispatch_async_f(void *queue, void *context, void *work) {
  ORIGINAL("dispatch_async_f")
  ((void (*)(void *, void *, void *))function)(queue, context, work);
}

SEAL void dispatch_after(uint64_t when, void *queue, void *block) {
  ORIGINAL("dispatch_after")
  ((void (*)(uint64_t, void *, void *))function)(when, queue, block);
}

SEAL void dispatch_group_async(void *group, void *queue, void *block) {
  ORIGINAL("dispatch_group_async")
  ((void (*)(void *, void *, void *))function)(group, queue, block);
}

#endif
