// Interposed functions for time: libc functions that would let real time into a simulation.
#define _GNU_SOURCE
#include "thread.h"

#if STORY_TIME  // see Sources/Simulation/Engine/Platform.swift for other systems

#include <errno.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

_Thread_local struct simulation_thread simulation_thread;

void simulation_enter(void *simulation, simulation_violation_handler handler, bool on_main_thread) {
  simulation_thread.simulation = simulation;
  simulation_thread.handler = handler;
  simulation_thread.calendar_reads = 0;
  simulation_thread.polls = 0;
  simulation_thread.holding = NULL;
  simulation_thread.on_main_thread = on_main_thread;
}

void simulation_leave(void) { simulation_thread.simulation = NULL; }

void *simulation_step_out(void) {
  void *simulation = simulation_thread.simulation;
  simulation_thread.simulation = NULL;
  return simulation;
}

void simulation_step_in(void *simulation) { simulation_thread.simulation = simulation; }

void *simulation_current(void) { return simulation_thread.simulation; }

bool simulation_is_on_main_thread(void) { return simulation_thread.simulation && simulation_thread.on_main_thread; }

void simulation_set_time(int64_t since_1970, int64_t since_start) {
  simulation_thread.since_1970 = since_1970;
  simulation_thread.since_start = since_start;
}

uint64_t simulation_calendar_reads(void) { return simulation_thread.calendar_reads; }

// Sets the runtime's hooks while the process still has one thread, so that no thread reads them
// half-written.
__attribute__((constructor)) static void at_load(void) {
  simulation_set_seeds();
  simulation_repair_temporary_folder();
  simulation_install();
}

// MARK: - Whether interposition works

bool simulation_is_interposed(void) {
  // One or two functions of each library. The function that is replaced must be in a library
  // after this image: a statically linked function either replaces the interposed one or is called without
  // it.
  static const char *const names[] = {"clock_gettime", "nanosleep", "dispatch_async", "dispatch_assert_queue",
                                      "_CFIsMainThread"};
  Dl_info here, found;
  if (!dladdr((void *)simulation_enter, &here)) return false;
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    void *first = dlsym(RTLD_DEFAULT, names[index]);
    if (!first || !dladdr(first, &found) || found.dli_fbase != here.dli_fbase) return false;
    if (!dlsym(RTLD_NEXT, names[index])) return false;
  }
  return true;
}

// MARK: - Clocks

typedef int (*clock_gettime_function)(clockid_t, struct timespec *);

// Calls glibc's function, which reads the clock without a system call. The function is looked up
// once. Before that, and while dlsym itself reads the time, the system call is used.
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

// The machine appears to have started a day ago, because an app may subtract from "now".
#define UPTIME (86400LL * SECOND)

static int64_t sum(int64_t left, int64_t right) {
  int64_t result;
  if (!__builtin_add_overflow(left, right, &result)) return result;
  return left < 0 ? INT64_MIN : INT64_MAX;
}

// Returns a duration in nanoseconds, or the nearest limit if it does not fit.
static int64_t nanoseconds_of(const struct timespec *time) {
  int64_t whole;
  if (__builtin_mul_overflow((int64_t)time->tv_sec, (int64_t)SECOND, &whole))
    return time->tv_sec < 0 ? INT64_MIN : INT64_MAX;
  return sum(whole, time->tv_nsec);
}

enum clock_kind { CALENDAR, MACHINE, NO_STORY_TIME };

static enum clock_kind kind_of(clockid_t clock) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_REALTIME_ALARM:
    case CLOCK_TAI:
      return CALENDAR;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
    case CLOCK_BOOTTIME_ALARM:
      return MACHINE;
    default:  // processor time of this thread or process, which has no story time
      return NO_STORY_TIME;
  }
}

static int64_t story_time(enum clock_kind kind) {
  return kind == CALENDAR ? simulation_thread.since_1970 : sum(simulation_thread.since_start, UPTIME);
}

struct timespec simulation_calendar_time(clockid_t clock, const struct timespec *time) {
  return timespec_of(sum(nanoseconds_of(time), sum(simulation_thread.since_1970, -story_time(kind_of(clock)))));
}

// Code that polls as often as this at one moment waits for something, so other work and story time go on: by 1 us for
// each further poll, or by a thousandth of this wait, so that a long one needs only some thousand more.
#define MOST_POLLS 10000

static void count_poll(void) {
  struct simulation_thread *own = &simulation_thread;
  if (!own->simulation || simulation_is_in_system_call) return;
  if (own->polled_at != own->since_start) own->polls = 0;
  if (own->polls++ < MOST_POLLS) own->polls_since = own->since_start;
  else simulation_wait_a_little(1000 + (own->since_start - own->polls_since) / 1000);
  own->polled_at = own->since_start;
}

INTERPOSE_TIME int sched_yield(void) {
  count_poll();
  return (int)syscall(SYS_sched_yield);
}

INTERPOSE_TIME int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!simulation_thread.simulation) return real_clock_gettime(clock, time);
  enum clock_kind kind = kind_of(clock);
  if (kind == NO_STORY_TIME) return real_clock_gettime(clock, time);
  if (kind == CALENDAR) simulation_thread.calendar_reads++;
  count_poll();
  *time = timespec_of(story_time(kind));
  return 0;
}

// The next two functions also read story time, but don't count it. Swift and Foundation read the
// calendar through clock_gettime. ICU calls gettimeofday when it fills its own cache, once in a
// process, which no app can prevent.
static struct timespec calendar_time(void) {
  struct timespec now = {0};
  count_poll();
  if (simulation_thread.simulation) now = timespec_of(simulation_thread.since_1970);
  else real_clock_gettime(CLOCK_REALTIME, &now);
  return now;
}

INTERPOSE_TIME int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  // The same as glibc returns: the kernel's time zone is unused.
  if (zone) memset(zone, 0, sizeof(struct timezone));
  struct timespec now = calendar_time();
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

INTERPOSE_TIME time_t time(time_t *result) {
  struct timespec now = calendar_time();
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

// MARK: - Sleeping threads

// The longest rest of a sleep that rounding leaves, in nanoseconds. `Thread.sleep` sleeps for it again.
#define ROUNDING_REST 1

// Sleeps in story time. Returns 0 or an error number, as clock_nanosleep does.
static int sleep_in_story(int64_t nanoseconds) {
  // A sleep of zero length takes no time: it lets other threads run first. CoreFoundation's spin
  // locks call sleep(0) when two scenarios contend for one, which no app can prevent. A time in the
  // past is treated the same.
  if (nanoseconds <= 0) sched_yield();
  else if (nanoseconds <= ROUNDING_REST) simulation_end_sleep(nanoseconds);
  else violate(SIMULATION_VIOLATION_THREAD_SLEEP, nanoseconds);
  return 0;
}

static int is_valid(const struct timespec *time) {
  return time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < SECOND;
}

static int pause_thread(const struct timespec *duration, struct timespec *left, const void *caller) {
  if (!simulation_thread.simulation || simulation_is_dispatch(caller))
    return (int)syscall(SYS_nanosleep, duration, left) == 0 ? 0 : -1;
  if (!is_valid(duration)) {
    errno = EINVAL;
    return -1;
  }
  return sleep_in_story(nanoseconds_of(duration));
}

INTERPOSE_TIME int nanosleep(const struct timespec *duration, struct timespec *left) {
  // `Thread.sleep` sleeps for less than a nanosecond again and again, until time passes.
  static const struct timespec rest = {0, ROUNDING_REST};
  if (duration->tv_sec == 0 && duration->tv_nsec == 0 && simulation_thread.simulation) duration = &rest;
  return pause_thread(duration, left, __builtin_return_address(0));
}

INTERPOSE_TIME int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left) {
  enum clock_kind kind = kind_of(clock);
  if (!simulation_thread.simulation || kind == NO_STORY_TIME) {
    // clock_nanosleep returns the error number and does not change errno.
    int before = errno;
    int error = syscall(SYS_clock_nanosleep, clock, flags, time, left) == 0 ? 0 : errno;
    errno = before;
    return error;
  }
  if (!is_valid(time)) return EINVAL;
  int64_t length = nanoseconds_of(time);
  return sleep_in_story(flags & TIMER_ABSTIME ? sum(length, -story_time(kind)) : length);
}

INTERPOSE_TIME int usleep(useconds_t microseconds) {
  struct timespec duration = timespec_of((int64_t)microseconds * 1000);
  return pause_thread(&duration, NULL, __builtin_return_address(0));
}

INTERPOSE_TIME unsigned int sleep(unsigned int seconds) {
  struct timespec duration = {.tv_sec = seconds}, left = {0};
  return pause_thread(&duration, &left, __builtin_return_address(0)) == 0 ? 0 : (unsigned int)left.tv_sec;
}

#endif
