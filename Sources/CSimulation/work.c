// Interposed functions for work: functions of libdispatch and libc that hand work to threads outside story time.
//
// The work is still handed on, so that it is not lost as well. The simulation is only notified.
//
// `dispatch_sync` is not a violation. It runs its block at once on the calling thread, in story
// time and in order, as a lock would; databases use it to guard their connection. The main queue is
// the exception: it is bound to the process's main thread, which the simulation must not use.
//
// Waiting is not work: the watchdog of the process reports a semaphore that is never signaled or a
// group that never ends.
#define _GNU_SOURCE
#include "world.h"

#include <pthread.h>
#include <stddef.h>
#include <sys/timerfd.h>

#if defined(__linux__)  // see Sources/Simulation/Platform.swift for other systems

static int is_inside(void) {
  return simulation_world.simulation && simulation_world.in_dispatch == 0;
}

static void report(simulation_violation_kind kind) {
  if (is_inside()) violate(kind, 0);
}

int simulation_is_dispatch(const void *code) {
  static _Atomic(void *) found;
  void *base = atomic_load_explicit(&found, memory_order_acquire);
  Dl_info info;
  if (!base) {
    void *known = dlsym(RTLD_NEXT, "dispatch_async");
    if (!known || !dladdr(known, &info)) return 0;
    base = info.dli_fbase;
    atomic_store_explicit(&found, base, memory_order_release);
  }
  return dladdr(code, &info) && info.dli_fbase == base;
}

// MARK: - Queues
//
// Some of libdispatch's functions call others by name, which would be reported twice. `in_dispatch`
// prevents that.

#define HANDS_ON(name, parameters, arguments, ...) \
  INTERPOSE void name parameters { \
    ORIGINAL(#name, void, __VA_ARGS__) \
    report(SIMULATION_VIOLATION_DISPATCH); \
    simulation_world.in_dispatch++; \
    original arguments; \
    simulation_world.in_dispatch--; \
  }

HANDS_ON(dispatch_async, (void *queue, void *block), (queue, block), void *, void *)
HANDS_ON(dispatch_async_f, (void *queue, void *context, void *work), (queue, context, work),
         void *, void *, void *)
HANDS_ON(dispatch_barrier_async, (void *queue, void *block), (queue, block), void *, void *)
HANDS_ON(dispatch_barrier_async_f, (void *queue, void *context, void *work),
         (queue, context, work), void *, void *, void *)
HANDS_ON(dispatch_after, (uint64_t when, void *queue, void *block), (when, queue, block),
         uint64_t, void *, void *)
HANDS_ON(dispatch_after_f, (uint64_t when, void *queue, void *context, void *work),
         (when, queue, context, work), uint64_t, void *, void *, void *)
HANDS_ON(dispatch_group_async, (void *group, void *queue, void *block), (group, queue, block),
         void *, void *, void *)
HANDS_ON(dispatch_group_async_f, (void *group, void *queue, void *context, void *work),
         (group, queue, context, work), void *, void *, void *, void *)
HANDS_ON(dispatch_group_notify, (void *group, void *queue, void *block), (group, queue, block),
         void *, void *, void *)
HANDS_ON(dispatch_group_notify_f, (void *group, void *queue, void *context, void *work),
         (group, queue, context, work), void *, void *, void *, void *)
HANDS_ON(dispatch_block_notify, (void *first, void *queue, void *block), (first, queue, block),
         void *, void *, void *)

// MARK: - Synchronous work

// Returns a queue that replaces the main queue. No other code uses it, so its work runs at once on
// the calling thread. The main thread may be the caller's, or may wait for the simulation; either
// would be a deadlock.
static void *substitute_of_main_queue(void) {
  ORIGINAL("dispatch_queue_create", void *, const char *, void *)
  static _Atomic(void *) substitute;
  void *queue = atomic_load_explicit(&substitute, memory_order_acquire);
  if (!queue) {
    queue = original("main queue of simulations", NULL);
    atomic_store_explicit(&substitute, queue, memory_order_release);
  }
  return queue;
}

#define SYNC(name, parameters, arguments, ...) \
  INTERPOSE void name parameters { \
    ORIGINAL(#name, void, __VA_ARGS__) \
    if (!is_inside() || !simulation_is_main_queue(queue)) return original arguments; \
    violate(SIMULATION_VIOLATION_MAIN_QUEUE, 0); \
    queue = substitute_of_main_queue(); \
    bool on_main_thread = simulation_world.on_main_thread; \
    simulation_world.on_main_thread = true; \
    original arguments; \
    simulation_world.on_main_thread = on_main_thread; \
  }

SYNC(dispatch_sync, (void *queue, void *block), (queue, block), void *, void *)
SYNC(dispatch_sync_f, (void *queue, void *context, void *work), (queue, context, work),
     void *, void *, void *)
SYNC(dispatch_barrier_sync, (void *queue, void *block), (queue, block), void *, void *)
SYNC(dispatch_barrier_sync_f, (void *queue, void *context, void *work), (queue, context, work),
     void *, void *, void *)

// One iteration runs on the calling thread. Several run on as many threads as the machine has.
#define APPLY(name, parameters, arguments, ...) \
  INTERPOSE void name parameters { \
    ORIGINAL(#name, void, __VA_ARGS__) \
    if (turns > 1) report(SIMULATION_VIOLATION_APPLY); \
    simulation_world.in_dispatch++; \
    original arguments; \
    simulation_world.in_dispatch--; \
  }

APPLY(dispatch_apply, (size_t turns, void *queue, void *block), (turns, queue, block),
      size_t, void *, void *)
APPLY(dispatch_apply_f, (size_t turns, void *queue, void *context, void *work),
      (turns, queue, context, work), size_t, void *, void *, void *)

// MARK: - Run loops

INTERPOSE void CFRunLoopPerformBlock(void *loop, void *mode, void *block) {
  ORIGINAL("CFRunLoopPerformBlock", void, void *, void *, void *)
  report(SIMULATION_VIOLATION_RUN_LOOP);
  original(loop, mode, block);
}

// A `NotificationQueue` uses this to wait for the run loop.
INTERPOSE void CFRunLoopAddObserver(void *loop, void *observer, void *mode) {
  ORIGINAL("CFRunLoopAddObserver", void, void *, void *, void *)
  report(SIMULATION_VIOLATION_RUN_LOOP);
  original(loop, observer, mode);
}

// MARK: - Sources and timers

INTERPOSE void *dispatch_source_create(const void *type, uintptr_t handle, uintptr_t mask, void *queue) {
  ORIGINAL("dispatch_source_create", void *, const void *, uintptr_t, uintptr_t, void *)
  // A timer is reported when it is set.
  if (is_inside() && type != dlsym(RTLD_DEFAULT, "_dispatch_source_type_timer") &&
      !simulation_is_dispatch(__builtin_return_address(0)))
    violate(SIMULATION_VIOLATION_SOURCE, 0);
  return original(type, handle, mask, queue);
}

INTERPOSE void dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval,
                                    uint64_t leeway) {
  ORIGINAL("dispatch_source_set_timer", void, void *, uint64_t, uint64_t, uint64_t)
  if (is_inside() && !simulation_is_dispatch(__builtin_return_address(0)))
    violate(SIMULATION_VIOLATION_TIMER, 0);
  simulation_world.in_dispatch++;
  original(source, start, interval, leeway);
  simulation_world.in_dispatch--;
}

// Timers of a run loop, such as Foundation's Timer. Disarming one is not a violation.
INTERPOSE int timerfd_settime(int file, int flags, const struct itimerspec *new, struct itimerspec *old) {
  ORIGINAL("timerfd_settime", int, int, int, const struct itimerspec *, struct itimerspec *)
  if (is_inside() && new && (new->it_value.tv_sec || new->it_value.tv_nsec) &&
      !simulation_is_dispatch(__builtin_return_address(0)))
    violate(SIMULATION_VIOLATION_TIMER, 0);
  return original(file, flags, new, old);
}

// MARK: - Threads

INTERPOSE int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                        void *(*work)(void *), void *restrict argument) {
  ORIGINAL("pthread_create", int, pthread_t *restrict, const pthread_attr_t *restrict,
           void *(*)(void *), void *restrict)
  if (simulation_world.simulation && !simulation_is_dispatch(__builtin_return_address(0)))
    violate(SIMULATION_VIOLATION_THREAD, 0);
  return original(thread, attributes, work, argument);
}

#endif
