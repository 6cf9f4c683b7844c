// Interposed functions for work: functions of libdispatch, CoreFoundation and libc that hand work to threads, or wait
// for it.
//
// Inside, the simulation does the work of queues, timers and the main run loop, and a wait suspends only its own
// stack. Work that would still leave story time is handed on, so that it is not lost as well, and reported.
#define _GNU_SOURCE
#include "thread.h"

#if STORY_TIME  // see Sources/Simulation/Engine/Platform.swift for other systems

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/timerfd.h>
#include <time.h>

static void *function_named(const char *name) { return dlsym(RTLD_DEFAULT, name); }

// A function of a library that this one is not linked to.
#define FUNCTION(name, result, ...) ((result (*)(__VA_ARGS__))function_named(name))

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
// Inside, Sources/Simulation/Engine/DispatchQueues.swift keeps the work and decides when it runs. It runs through the
// original `dispatch_sync`, so that preconditions and queue-specific values hold.

typedef void (*work_function)(void *);

extern void *_Block_copy(const void *);
extern void _Block_release(const void *);

struct block {
  void *class;
  int flags, reserved;
  work_function invoke;
};

void simulation_invoke(void *context, work_function function) {
  if (function) function(context);
  else ((struct block *)context)->invoke(context);
}

void simulation_retain_work(void *context, work_function function) {
  if (!function) _Block_copy(context);
}

void simulation_release(void *context, work_function function) {
  if (!function && context) _Block_release(context);
}

// A block that `dispatch_block_create` made, as of a DispatchWorkItem, has its flags behind the fields of a block, after a
// mark: see `dispatch_block_private_data_s` in libdispatch. Whether it is laid out like that is seen from one such block.
struct work_item {
  struct block block;
  void *descriptor;
  uintptr_t mark, flags;
};
enum { ITEM_IS_BARRIER = 1 };

static void do_nothing(void *block) {}

static work_function invoke_of_items(void) {
  static _Atomic(work_function) found;
  work_function invoke = atomic_load_explicit(&found, memory_order_acquire);
  if (invoke) return invoke;
  static const uintptr_t descriptor[] = {0, sizeof(struct block) + sizeof(void *)}, IS_GLOBAL = 1 << 28;
  struct { struct block block; const void *descriptor; } empty = {
      {dlsym(RTLD_DEFAULT, "_NSConcreteGlobalBlock"), IS_GLOBAL, 0, do_nothing}, descriptor};
  struct work_item *item = FUNCTION("dispatch_block_create", void *, uintptr_t, void *)(ITEM_IS_BARRIER, &empty);
  invoke = item->mark == 0xD159B10C && item->flags == ITEM_IS_BARRIER ? item->block.invoke : do_nothing;
  _Block_release(item);
  atomic_store_explicit(&found, invoke, memory_order_release);
  return invoke;
}

static bool is_barrier_item(const void *block) {
  const struct work_item *item = block;
  return item->block.invoke == invoke_of_items() && item->flags & ITEM_IS_BARRIER;
}

#define REPLACES(name, parameters, arguments, instead) \
  INTERPOSE void name parameters { \
    ORIGINAL_OF(name) \
    if (!is_inside()) return original arguments; \
    instead; \
  }

// A function that takes a block, and the one that takes a function with its context instead.
#define LIST(...) __VA_ARGS__
#define REPLACES_BOTH(name, parameters, arguments, with_block, with_function) \
  REPLACES(name, (parameters, void *block), (arguments, block), with_block) \
  REPLACES(name##_f, (parameters, void *context, work_function work), (arguments, context, work), with_function)

REPLACES_BOTH(dispatch_async, void *queue, queue,
              simulation_enqueue(queue, _Block_copy(block), NULL, is_barrier_item(block), NULL),
              simulation_enqueue(queue, context, work, false, NULL))
REPLACES_BOTH(dispatch_barrier_async, void *queue, queue,
              simulation_enqueue(queue, _Block_copy(block), NULL, true, NULL),
              simulation_enqueue(queue, context, work, true, NULL))
REPLACES_BOTH(dispatch_group_async, LIST(void *group, void *queue), LIST(group, queue),
              simulation_enqueue(queue, _Block_copy(block), NULL, is_barrier_item(block), group),
              simulation_enqueue(queue, context, work, false, group))
REPLACES_BOTH(dispatch_after, LIST(uint64_t when, void *queue), LIST(when, queue),
              simulation_enqueue_after(when, queue, _Block_copy(block), NULL),
              simulation_enqueue_after(when, queue, context, work))

// Several iterations run one after another, on the calling thread.
REPLACES(dispatch_apply, (size_t turns, void *queue, void *block), (turns, queue, block),
         void (*invoke)(void *, size_t) = (void (*)(void *, size_t))((struct block *)block)->invoke;
         for (size_t turn = 0; turn < turns; turn++) invoke(block, turn))
REPLACES(dispatch_apply_f, (size_t turns, void *queue, void *context, void (*work)(void *, size_t)),
         (turns, queue, context, work), for (size_t turn = 0; turn < turns; turn++) work(context, turn))

// MARK: - Synchronous work
//
// It runs on the calling thread, after what is ahead of it on its queue.

#define HOLDING(held, excludes_others, work) \
  struct simulation_holding holding = {held, excludes_others, simulation_thread.holding}; \
  simulation_thread.holding = &holding; \
  work; \
  simulation_thread.holding = holding.outer;

#define SYNC(name, parameters, arguments, context, function, is_barrier) \
  INTERPOSE void name parameters { \
    ORIGINAL_OF(name) \
    if (!is_inside()) return original arguments; \
    bool excludes_others = is_barrier; \
    if (simulation_sync(queue, excludes_others, context, function)) return; \
    HOLDING(queue, excludes_others, original arguments) \
  }
#define SYNC_BOTH(name, is_barrier_with_block, is_barrier_with_function) \
  SYNC(name, (void *queue, void *block), (queue, block), block, NULL, is_barrier_with_block) \
  SYNC(name##_f, (void *queue, void *context, work_function work), (queue, context, work), context, work, \
       is_barrier_with_function)

SYNC_BOTH(dispatch_sync, is_barrier_item(block), false)
SYNC_BOTH(dispatch_barrier_sync, true, true)
SYNC_BOTH(dispatch_async_and_wait, is_barrier_item(block), false)
SYNC_BOTH(dispatch_barrier_async_and_wait, true, true)

void simulation_run_on_queue(void *queue, bool is_barrier, void *context, work_function function) {
  static const char *const names[] = {
      "dispatch_sync", "dispatch_sync_f", "dispatch_barrier_sync", "dispatch_barrier_sync_f"};
  static void *functions[4];
  int index = 2 * is_barrier + !!function;
  if (!functions[index]) functions[index] = dlsym(RTLD_NEXT, names[index]);
  HOLDING(queue, is_barrier,
          if (function) ((void (*)(void *, void *, work_function))functions[index])(queue, context, function);
          else ((void (*)(void *, void *))functions[index])(queue, context))
}

struct simulation_holding *simulation_holdings(void) { return simulation_thread.holding; }

bool simulation_set_on_main_thread(bool is_on_main_thread) {
  bool before = simulation_thread.on_main_thread;
  simulation_thread.on_main_thread = is_on_main_thread;
  return before;
}

void simulation_run_on_main(void *queue, void *context, work_function function) {
  bool was_on_main_thread = simulation_set_on_main_thread(true);
  HOLDING(queue, false, simulation_invoke(context, function))
  simulation_set_on_main_thread(was_on_main_thread);
}

// The queue that runs the calling code, where libdispatch does not know it: one above the main queue, or that one.
static void *queue_on_main(void) {
  if (!is_inside() || !simulation_thread.on_main_thread) return NULL;
  return simulation_thread.holding ? simulation_thread.holding->queue : simulation_main_queue();
}

bool simulation_runs_on_main(void *queue) {
  if (!is_inside() || !simulation_thread.on_main_thread) return false;
  for (struct simulation_holding *holding = simulation_thread.holding; holding; holding = holding->outer)
    for (void *each = holding->queue; each; each = simulation_target_of_queue(each))
      if (each == queue) return true;
  return simulation_is_main_queue(queue);
}

static void *value_of_queue(void *queue, const void *key) {
  FIND_ONCE(dlsym(RTLD_DEFAULT, "dispatch_queue_get_specific"))
  return ((void *(*)(void *, const void *))found_address)(queue, key);
}

// The main queue's work runs without libdispatch, so its values are found here.
INTERPOSE void *dispatch_get_specific(const void *key) {
  ORIGINAL("dispatch_get_specific", void *, const void *)
  void *value = original(key);
  for (void *each = queue_on_main(); !value && each; each = simulation_target_of_queue(each))
    value = value_of_queue(each, key);
  return value;
}

void *simulation_main_queue(void) { return function_named("_dispatch_main_q"); }

void *simulation_default_queue(void) {
  return FUNCTION("dispatch_get_global_queue", void *, long, unsigned long)(0, 0);
}

void *simulation_queue_of_caller(void) {
  return simulation_thread.holding ? simulation_thread.holding->queue : simulation_default_queue();
}

const char *simulation_label_of_queue(void *queue) {
  return FUNCTION("dispatch_queue_get_label", const char *, void *)(queue);
}

// As libdispatch retains its objects itself. It may hold the only reference, such as to the target of a queue, and
// `dispatch_retain` would trap on such an object.
void *simulation_retain(void *object) {
  FUNCTION("_os_object_retain_internal", void, void *)(object);
  return object;
}

void simulation_release_object(void *object) { FUNCTION("_os_object_release_internal", void, void *)(object); }

void simulation_enter_group(void *group) { FUNCTION("dispatch_group_enter", void, void *)(group); }

void simulation_leave_group(void *group) { FUNCTION("dispatch_group_leave", void, void *)(group); }

// MARK: - The targets of queues

// A queue holds its target under this key, where nothing else can find it.
static char target_key;

static void set_value_of_queue(void *queue, const void *key, void *value) {
  FUNCTION("dispatch_queue_set_specific", void, void *, const void *, void *, work_function)(queue, key, value, NULL);
}

static void note_target(void *queue, void *target) {
  if (queue && target) set_value_of_queue(queue, &target_key, target);
}

// A queue that was created inactive has a value under this key until it is activated.
static char inactive_key;

static void set_inactive(void *queue, bool is_inactive) {
  set_value_of_queue(queue, &inactive_key, is_inactive ? queue : NULL);
}

bool simulation_queue_is_inactive(void *queue) { return value_of_queue(queue, &inactive_key); }

INTERPOSE void *dispatch_queue_create_with_target(const char *label, void *attributes, void *target) {
  ORIGINAL("dispatch_queue_create_with_target", void *, const char *, void *, void *)
  void *queue = original(label, attributes, target);
  note_target(queue, target);
  void *(*inactive)(void *) = FUNCTION("dispatch_queue_attr_make_initially_inactive", void *, void *);
  if (queue && attributes && inactive(attributes) == attributes) set_inactive(queue, true);
  return queue;
}

// It is also called for sources, which have no values of their own.
INTERPOSE void dispatch_set_target_queue(void *object, void *target) {
  ORIGINAL("dispatch_set_target_queue", void, void *, void *)
  original(object, target);
  if (simulation_queue_width(object)) note_target(object, target);
}

void *simulation_target_of_queue(void *queue) { return value_of_queue(queue, &target_key); }

// The class of an object is its first word. Queues of one kind have the same class.
static const void *class_of(void *object) { return *(const void **)object; }

static const void *class_of_new_queue(void *attributes) {
  ORIGINAL("dispatch_queue_create", void *, const char *, void *)
  void *queue = original("", attributes);
  const void *class = class_of(queue);
  simulation_release_object(queue);
  return class;
}

int simulation_queue_width(void *queue) {
  static _Atomic(const void *) serial, concurrent, global;
  if (!atomic_load_explicit(&global, memory_order_acquire)) {
    atomic_store(&serial, class_of_new_queue(NULL));
    atomic_store(&concurrent, class_of_new_queue(dlsym(RTLD_DEFAULT, "_dispatch_queue_attr_concurrent")));
    atomic_store_explicit(&global, class_of(simulation_default_queue()), memory_order_release);
  }
  if (simulation_is_main_queue(queue)) return 1;
  const void *class = class_of(queue);
  if (class == atomic_load(&serial)) return 1;
  return class == atomic_load(&concurrent) ? 2 : class == atomic_load(&global) ? 3 : 0;
}

// MARK: - Waiting

// A work item has a group of its own, which it leaves when it has run. libdispatch notifies and waits with it by the
// names of these functions.
static _Thread_local bool waits_for_block;

bool simulation_group_is_empty(void *group) {
  ORIGINAL("dispatch_group_wait", long, void *, uint64_t)
  return original(group, 0) == 0;
}

// Whoever awaits a group holds it.
REPLACES(dispatch_group_leave, (void *group), (group),
         bool is_awaited = simulation_awaits_group(group); original(group);
         if (is_awaited && simulation_group_is_empty(group)) simulation_group_is_empty_now(group))

REPLACES_BOTH(dispatch_group_notify, LIST(void *group, void *queue), LIST(group, queue),
              simulation_group_notify(group, queue, _Block_copy(block), NULL),
              simulation_group_notify(group, queue, context, work))

INTERPOSE long dispatch_group_wait(void *group, uint64_t deadline) {
  ORIGINAL("dispatch_group_wait", long, void *, uint64_t)
  bool is_of_block = waits_for_block;
  waits_for_block = false;
  if (!is_inside()) return original(group, deadline);
  return !simulation_wait_for_group(group, deadline, is_of_block);
}

INTERPOSE long dispatch_semaphore_wait(void *semaphore, uint64_t deadline) {
  ORIGINAL("dispatch_semaphore_wait", long, void *, uint64_t)
  if (!is_inside()) return original(semaphore, deadline);
  if (original(semaphore, 0) == 0) return 0;
  return !simulation_wait_for_semaphore(semaphore, deadline);
}

bool simulation_take_semaphore(void *semaphore) { return dispatch_semaphore_wait(semaphore, 0) == 0; }

INTERPOSE long dispatch_semaphore_signal(void *semaphore) {
  ORIGINAL("dispatch_semaphore_signal", long, void *)
  if (is_inside() && simulation_signal(semaphore, false)) return 1;
  return original(semaphore);
}

INTERPOSE long dispatch_block_wait(void *block, uint64_t deadline) {
  ORIGINAL("dispatch_block_wait", long, void *, uint64_t)
  waits_for_block = true;
  return original(block, deadline);
}

// MARK: - Conditions
//
// Foundation's NSCondition and its operations wait with these functions.

// `dlsym` returns the oldest version of these functions, whose conditions have another layout.
static void *condition_function(const char *name) {
  void *function = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
  return function ? function : dlsym(RTLD_NEXT, name);
}

#define CONDITION(name, result, ...) \
  FIND_ONCE(condition_function(name)) \
  result (*original)(__VA_ARGS__) = (result (*)(__VA_ARGS__))found_address;

INTERPOSE_TIME int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  CONDITION("pthread_cond_wait", int, pthread_cond_t *, pthread_mutex_t *)
  if (!is_inside() || simulation_is_dispatch(__builtin_return_address(0))) return original(condition, mutex);
  simulation_wait_for_condition(condition, mutex, NULL);
  return 0;
}

INTERPOSE_TIME int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                                          const struct timespec *deadline) {
  ORIGINAL_OF(pthread_cond_clockwait)
  if (!is_inside()) return original(condition, mutex, clock, deadline);
  struct timespec on_calendar = simulation_calendar_time(clock, deadline);
  return simulation_wait_for_condition(condition, mutex, &on_calendar) ? 0 : ETIMEDOUT;
}

INTERPOSE_TIME int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                          const struct timespec *deadline) {
  CONDITION("pthread_cond_timedwait", int, pthread_cond_t *, pthread_mutex_t *, const struct timespec *)
  if (!is_inside()) return original(condition, mutex, deadline);
  bool is_monotonic = condition->__data.__wrefs & 2;  // by its attributes
  return pthread_cond_clockwait(condition, mutex, is_monotonic ? CLOCK_MONOTONIC : CLOCK_REALTIME, deadline);
}

#define SIGNAL(name, all) \
  INTERPOSE_TIME int name(pthread_cond_t *condition) { \
    CONDITION(#name, int, pthread_cond_t *) \
    bool is_done = is_inside() && simulation_signal(condition, all) && !all; \
    return is_done ? 0 : original(condition); \
  }

SIGNAL(pthread_cond_signal, false)
SIGNAL(pthread_cond_broadcast, true)

// MARK: - Run loops
//
// Inside, only the main run loop runs, as a part of the main queue.

static bool is_main_loop(void *loop) { return loop == FUNCTION("CFRunLoopGetMain", void *, void)(); }

#define ON_LOOP(name, first, second, on_main, elsewhere) \
  INTERPOSE void name(void *loop, void *first, void *second) { \
    ORIGINAL(#name, void, void *, void *, void *) \
    if (is_inside() && is_main_loop(loop)) return on_main; \
    elsewhere; \
    original(loop, first, second); \
  }

ON_LOOP(CFRunLoopPerformBlock, mode, block, simulation_perform_on_main_run_loop(_Block_copy(block)),
        if (is_inside()) violate(SIMULATION_VIOLATION_RUN_LOOP, 0))
ON_LOOP(CFRunLoopAddTimer, timer, mode, simulation_add_timer(timer),
        if (is_inside()) return violate(SIMULATION_VIOLATION_TIMER, 0))
ON_LOOP(CFRunLoopRemoveTimer, timer, mode, simulation_remove_timer(timer), )
AROUND(CFRunLoopTimerInvalidate, , simulation_remove_timer(object))

// A `NotificationQueue` uses this to wait for the run loop.
REPLACES(CFRunLoopAddObserver, (void *loop, void *observer, void *mode), (loop, observer, mode),
         violate(SIMULATION_VIOLATION_RUN_LOOP, 0); original(loop, observer, mode))

static void set_timer_date(void *timer, double date) {
  ORIGINAL("CFRunLoopTimerSetNextFireDate", void, void *, double)
  original(timer, date);
}

INTERPOSE void CFRunLoopTimerSetNextFireDate(void *timer, double date) {
  set_timer_date(timer, date);
  if (is_inside()) simulation_timer_was_set(timer);
}

struct timer_context {
  long version;
  void *info, *retain, *release, *description;
};

// The function that a timer calls is known only when it is made.
INTERPOSE void *CFRunLoopTimerCreate(void *allocator, double date, double interval, unsigned long flags, long order,
                                     void (*call)(void *, void *), struct timer_context *context) {
  ORIGINAL_OF(CFRunLoopTimerCreate)
  void *timer = original(allocator, date, interval, flags, order, call, context);
  if (timer && is_inside()) simulation_timer_was_made(timer, call);
  return timer;
}

static double timer_date(void *timer) { return FUNCTION("CFRunLoopTimerGetNextFireDate", double, void *)(timer); }

double simulation_timer_delay(void *timer) {
  return timer_date(timer) - FUNCTION("CFAbsoluteTimeGetCurrent", double, void)();
}

void simulation_move_timer(void *timer, double seconds) { set_timer_date(timer, timer_date(timer) + seconds); }

void simulation_retain_timer(void *timer, bool retains) {
  FUNCTION(retains ? "CFRetain" : "CFRelease", void, void *)(timer);
}

void simulation_invalidate_timer(void *timer) { CFRunLoopTimerInvalidate(timer); }

double simulation_timer_interval(void *timer) { return FUNCTION("CFRunLoopTimerGetInterval", double, void *)(timer); }

void *simulation_timer_info(void *timer) {
  struct timer_context context = {0};
  FUNCTION("CFRunLoopTimerGetContext", void, void *, struct timer_context *)(timer, &context);
  return context.info;
}

// MARK: - Sources and timers

INTERPOSE void *dispatch_source_create(const void *type, uintptr_t handle, uintptr_t mask, void *queue) {
  ORIGINAL("dispatch_source_create", void *, const void *, uintptr_t, uintptr_t, void *)
  bool is_timer = type == dlsym(RTLD_DEFAULT, "_dispatch_source_type_timer");
  if (is_inside() && !is_timer) violate(SIMULATION_VIOLATION_SOURCE, 0);
  void *source = original(type, handle, mask, queue);
  if (is_inside() && is_timer && source) simulation_source_was_made(source, queue);
  return source;
}

REPLACES(dispatch_source_set_timer, (void *source, uint64_t start, uint64_t interval, uint64_t leeway),
         (source, start, interval, leeway),
         if (!simulation_set_timer(source, start, interval)) original(source, start, interval, leeway))

#define HANDLER(name, kind) \
  REPLACES(name, (void *source, void *block), (source, block), void *copy = block ? _Block_copy(block) : NULL; \
           if (!simulation_set_handler(source, kind, copy, NULL)) original(source, block)) \
  REPLACES(name##_f, (void *source, work_function work), (source, work), \
           if (!simulation_set_handler(source, kind, context_of(source), work)) original(source, work))

static void *context_of(void *object) { return FUNCTION("dispatch_get_context", void *, void *)(object); }

HANDLER(dispatch_source_set_event_handler, SIMULATION_ON_EVENT)
HANDLER(dispatch_source_set_cancel_handler, SIMULATION_ON_CANCEL)
HANDLER(dispatch_source_set_registration_handler, SIMULATION_ON_REGISTRATION)

AROUND(dispatch_source_cancel, , simulation_cancel_source(object))

INTERPOSE uintptr_t dispatch_source_get_data(void *source) {
  ORIGINAL("dispatch_source_get_data", uintptr_t, void *)
  uintptr_t data = is_inside() ? simulation_source_data(source) : 0;
  return data ? data : original(source);
}

AROUND(dispatch_suspend, if (simulation_suspend(object, 1)) return, )
AROUND(dispatch_resume, if (simulation_suspend(object, -1)) return, )

INTERPOSE void dispatch_activate(void *object) {
  ORIGINAL("dispatch_activate", void, void *)
  if (is_inside()) simulation_suspend(object, 0);
  if (simulation_queue_width(object)) set_inactive(object, false);
  original(object);
}

// A timer without references stops.
AROUND(dispatch_retain, simulation_was_retained(object, 1), )
AROUND(dispatch_release, simulation_was_retained(object, -1), )

// A timer that the app arms by itself.
INTERPOSE int timerfd_settime(int file, int flags, const struct itimerspec *new, struct itimerspec *old) {
  ORIGINAL("timerfd_settime", int, int, int, const struct itimerspec *, struct itimerspec *)
  if (is_inside() && new && (new->it_value.tv_sec || new->it_value.tv_nsec) &&
      !simulation_is_dispatch(__builtin_return_address(0)))
    violate(SIMULATION_VIOLATION_TIMER, 0);
  return original(file, flags, new, old);
}

// MARK: - Threads

struct thread_work {
  void *(*work)(void *);
  void *argument;
};

static void *work_outside(void *context) {
  struct thread_work work = *(struct thread_work *)context;
  free(context);
  simulation_thread.began_inside = true;
  return work.work(work.argument);
}

INTERPOSE int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                        void *(*work)(void *), void *restrict argument) {
  ORIGINAL_OF(pthread_create)
  if ((!is_inside() && !simulation_thread.began_inside) || simulation_is_dispatch(__builtin_return_address(0)))
    return original(thread, attributes, work, argument);
  if (is_inside() && !simulation_permits(SIMULATION_VIOLATION_THREAD)) violate(SIMULATION_VIOLATION_THREAD, 0);
  struct thread_work *context = malloc(sizeof *context);
  if (!context) return EAGAIN;
  *context = (struct thread_work){work, argument};
  int error = original(thread, attributes, work_outside, context);
  if (error) free(context);
  return error;
}

#endif
