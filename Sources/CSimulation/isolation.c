// Interposed functions for isolation: functions that compare the current thread with the main thread.
//
// All jobs of a simulation run on one thread. These functions return what they return in a process
// whose main thread runs the main run loop: there, the main actor's code runs on the main thread,
// and all other code does not.
#define _GNU_SOURCE
#include "thread.h"

#if STORY_TIME  // see Sources/Simulation/Engine/Platform.swift for other systems

#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

static bool decides_on_main_thread(void) {
  return simulation_thread.simulation || simulation_thread.acts_as_main_thread;
}

static bool is_on_main_thread(void) {
  return simulation_thread.simulation ? simulation_thread.on_main_thread : simulation_thread.acts_as_main_thread;
}

bool simulation_act_as_main_thread(bool acts) {
  bool before = simulation_thread.acts_as_main_thread;
  simulation_thread.acts_as_main_thread = acts;
  return before;
}

// MARK: - Dispatch

bool simulation_is_main_queue(const void *queue) {
  FIND_ONCE(dlsym(RTLD_DEFAULT, "_dispatch_main_q"))
  return queue == found_address;
}

// On failure, this traps as libdispatch does. The original would check for the real main thread.
#define ASSERT_QUEUE(name, holds, expectation) \
  INTERPOSE void name(void *queue) { \
    ORIGINAL(#name, void, void *) \
    bool is_there = simulation_runs_on_main(queue); \
    if (!is_there && (!decides_on_main_thread() || !simulation_is_main_queue(queue))) return original(queue); \
    if (holds) return; \
    dprintf(STDERR_FILENO, "BUG IN CLIENT OF LIBDISPATCH: Assertion failed: Block was " expectation \
                           " to execute on queue [%s]\n", simulation_label_of_queue(queue)); \
    __builtin_trap(); \
  }

ASSERT_QUEUE(dispatch_assert_queue, is_there || is_on_main_thread(), "expected")
ASSERT_QUEUE(dispatch_assert_queue_barrier, is_there || is_on_main_thread(), "expected")
ASSERT_QUEUE(dispatch_assert_queue_not, !is_there && !is_on_main_thread(), "not expected")

// MARK: - Foundation

INTERPOSE bool _CFIsMainThread(void) {
  ORIGINAL("_CFIsMainThread", bool, void)
  return decides_on_main_thread() ? is_on_main_thread() : original();
}

#define CURRENT_THREAD_GETTER "$s10Foundation6ThreadC7currentACvgZ"

// Returns whether an address is in the getter of `Thread.current`.
static bool is_current_thread_getter(const void *code) {
  static _Atomic(uintptr_t) start, size;
  uintptr_t length = atomic_load_explicit(&size, memory_order_acquire);
  if (!length) {
    void *getter = dlsym(RTLD_DEFAULT, CURRENT_THREAD_GETTER);
    Dl_info info;
    const ElfW(Sym) *symbol = NULL;
    if (!getter || !dladdr1(getter, &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol) return false;
    length = symbol->st_size;
    atomic_store_explicit(&start, (uintptr_t)getter, memory_order_relaxed);
    atomic_store_explicit(&size, length, memory_order_release);
  }
  return (uintptr_t)code - atomic_load_explicit(&start, memory_order_relaxed) < length;
}

const char *simulation_missing_symbol(void) {
  static const char *const names[] = {
      "_CFRunLoopGet0", "_CFThreadSpecificGet", "CFRunLoopGetCurrent", "CFRunLoopGetMain",
      "CFRunLoopTimerSetNextFireDate", "_platform_shims_get_environ", "_dispatch_main_q",
      "_dispatch_queue_attr_concurrent", "_dispatch_source_type_timer", "_NSConcreteGlobalBlock",
      "$s10Foundation7NSErrorC6domain4code8userInfoACSS_SiSDySSypGSgtcfc", CURRENT_THREAD_GETTER};
  for (size_t index = 0; index < sizeof names / sizeof *names; index++)
    if (!dlsym(RTLD_NEXT, names[index])) return names[index];
  return is_current_thread_getter(dlsym(RTLD_NEXT, CURRENT_THREAD_GETTER)) ? NULL : CURRENT_THREAD_GETTER;
}

// `Thread.current` returns the object that is stored for the thread; without one, it calls
// `_CFIsMainThread`. The main thread has no such object. So code off the main actor may store one,
// which code on the main thread must not find.
INTERPOSE void *_CFThreadSpecificGet(unsigned key) {
  ORIGINAL("_CFThreadSpecificGet", void *, unsigned)
  void *value = original(key);
  if (!value || !is_current_thread_getter(__builtin_return_address(0))) return value;
  return _CFIsMainThread() ? NULL : value;
}

// Off the main actor, returns a run loop that no thread runs. This is needed only for a simulation
// on the main thread, whose own run loop is the main one.
INTERPOSE void *CFRunLoopGetCurrent(void) {
  ORIGINAL("CFRunLoopGetCurrent", void *, void)
  if (!simulation_thread.simulation) return original();
  void *(*get_main)(void) = (void *(*)(void))dlsym(RTLD_DEFAULT, "CFRunLoopGetMain");
  void *(*get_for_thread)(uintptr_t) = (void *(*)(uintptr_t))dlsym(RTLD_DEFAULT, "_CFRunLoopGet0");
  static char no_thread;
  if (simulation_thread.on_main_thread) return get_main();
  void *current = original();
  return current == get_main() ? get_for_thread((uintptr_t)&no_thread) : current;
}

#endif
