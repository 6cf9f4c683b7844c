// What the seals share: the world that a thread is in.
#ifndef CSIMULATION_WORLD_H
#define CSIMULATION_WORLD_H

#include "CSimulation.h"

#include <dlfcn.h>
#include <stdatomic.h>

// A function defined in an executable or a test bundle wins over a shared library's of the same name,
// for every library of the process. Each seal looks at one thread-local and, where the thread is in no
// simulation, does what the original does; so nothing changes for the rest of the process. They are
// weak, so that a statically linked libdispatch may bring its own.
#define SEAL __attribute__((weak, visibility("default")))

// A sanitizer has weak functions of the same names and is linked first, so these must not be weak.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SEAL_OF_TIME __attribute__((visibility("default")))
#else
#define SEAL_OF_TIME SEAL
#endif

// Declares `original`, the function that the seal stands before, as a pointer of the given type.
#define ORIGINAL(name, result, ...) \
  static _Atomic(void *) found; \
  void *address = atomic_load_explicit(&found, memory_order_acquire); \
  if (!address) { \
    address = dlsym(RTLD_NEXT, name); \
    atomic_store_explicit(&found, address, memory_order_release); \
  } \
  result (*original)(__VA_ARGS__) = (result (*)(__VA_ARGS__))address;

struct simulation_world {
  void *simulation;
  simulation_escape_handler handler;
  int64_t since_1970;
  int64_t since_start;
  uint64_t calendar_reads;
  // How many seals of Dispatch this thread is in: what the original calls on its way is not told again.
  int in_dispatch;
  // Whether the code that runs now would run on the main thread of an ordinary process.
  bool on_main_thread;
};

extern _Thread_local struct simulation_world simulation_world
    __attribute__((visibility("hidden")));

static inline void escape(simulation_escape_kind kind, int64_t nanoseconds) {
  simulation_world.handler(simulation_world.simulation, kind, nanoseconds);
}

// Whether this is code of libdispatch, which starts threads and sleeps for reasons of its own: work that somebody else
// left in a queue, a lock that another thread holds. It is not the app's doing.
int simulation_is_dispatch(const void *code) __attribute__((visibility("hidden")));

// Whether this is libdispatch's main queue.
bool simulation_is_main_queue(const void *queue) __attribute__((visibility("hidden")));

#endif
