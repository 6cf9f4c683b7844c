// Interposed functions for locks: inside, a lock that is taken is waited for as everything else is.
//
// One stack of a simulation runs at a time, so a lock that is found taken is held by a suspended stack, or by a thread
// outside. For the former, only the stack that finds it is suspended, and tries again when the lock is free. The fast
// path is that of libc: `trylock` where the lock is free.
#define _GNU_SOURCE
#include "thread.h"

// Without the interceptors of ThreadSanitizer, which have these names, it would see no order.
#if STORY_TIME && !__has_feature(thread_sanitizer)

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The thread of an owner that is one of the stacks, such as one of several readers.
#define SOMEBODY -1

// The locks for which stacks wait, in variables of those stacks; the list belongs to the one that runs. Swift's runtime
// locks as well, so no code in Swift may run for a lock without waiters.
static struct waiter {
  void *lock;
  struct waiter *next;
} *waiters;

static bool is_awaited(void *lock) {
  for (struct waiter *each = waiters; each; each = each->next)
    if (each->lock == lock) return true;
  return false;
}

static simulation_lock_wait wait_for(void *lock, pid_t owner, const struct timespec *deadline) {
  // The simulation's own code may need the same lock, such as one of Swift's runtime.
  if (simulation_thread.is_taking_lock) return SIMULATION_LOCK_HELD_OUTSIDE;
  simulation_thread.is_taking_lock = true;
  struct waiter own = {lock, waiters};
  waiters = &own;
  simulation_lock_wait end = simulation_wait_for_lock(lock, owner, deadline);
  struct waiter **at = &waiters;
  while (*at != &own) at = &(*at)->next;
  *at = own.next;
  simulation_thread.is_taking_lock = false;
  return end;
}

static void unlocked(void *lock, bool all) {
  if (is_inside() && is_awaited(lock)) simulation_signal(lock, all);
}

// Counts a lock that the stacks read if the function `try` is for one, and returns its error.
static int counted(void *try, int error) {
  if (!error && is_inside() && try == (void *)pthread_rwlock_tryrdlock) simulation_reads++;
  return error;
}

// Locks inside by the function `try`, which does not wait. Where a thread outside holds the lock, the original waits
// for it, and reports what is wrong with a lock that this thread holds itself. Where the simulation has ended, the code
// goes on so that its stack becomes free.
#define LOCK(name, parameters, try, owner, deadline, ...) \
  INTERPOSE_TIME int name parameters { \
    ORIGINAL_OF(name) \
    if (!is_inside()) return original(__VA_ARGS__); \
    for (;;) { \
      int error = try(lock); \
      if (error != EBUSY) return error; \
      simulation_lock_wait end = wait_for(lock, owner(lock), deadline); \
      if (end == SIMULATION_LOCK_TIMED_OUT) return ETIMEDOUT; \
      if (end == SIMULATION_HAS_ENDED) return 0; \
      if (end == SIMULATION_LOCK_HELD_OUTSIDE) return counted((void *)try, original(__VA_ARGS__)); \
    } \
  }

// The functions that lock in one way: without a deadline, with one on the calendar clock, and on another clock.
#define LOCKS(prefix, way, type, owner) \
  LOCK(prefix##way##lock, (type *lock), prefix##try##way##lock, owner, NULL, lock) \
  LOCK(prefix##timed##way##lock, (type *lock, const struct timespec *deadline), prefix##try##way##lock, owner, \
       deadline, lock, deadline) \
  LOCK(prefix##clock##way##lock, (type *lock, clockid_t clock, const struct timespec *deadline), \
       prefix##try##way##lock, owner, ((struct timespec[]){simulation_calendar_time(clock, deadline)}), lock, clock, \
       deadline)

// MARK: - Mutexes

// Only a mutex that checks for errors reports that its owner locks it again; others wait for ever.
static pid_t owner_of(const pthread_mutex_t *mutex) {
  bool checks = (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK_NP;
  return checks && mutex->__data.__owner == gettid() ? 0 : mutex->__data.__owner;
}

LOCKS(pthread_mutex_, , pthread_mutex_t, owner_of)

INTERPOSE_TIME int pthread_mutex_unlock(pthread_mutex_t *lock) {
  ORIGINAL_OF(pthread_mutex_unlock)
  int error = original(lock);
  if (!error) unlocked(lock, false);
  return error;
}

// MARK: - Read-write locks

INTERPOSE_TIME int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
  ORIGINAL_OF(pthread_rwlock_tryrdlock)
  return counted((void *)pthread_rwlock_tryrdlock, original(lock));
}

// The kernel's number of the thread that writes; SOMEBODY where some read, of whom a stack may be one. The own one is
// left to libc, which reports it.
static pid_t owner_of_lock(const pthread_rwlock_t *lock) {
  pid_t writer = lock->__data.__cur_writer;
  return !writer && simulation_reads ? SOMEBODY : writer == gettid() ? 0 : writer;
}

LOCKS(pthread_rwlock_, rd, pthread_rwlock_t, owner_of_lock)
LOCKS(pthread_rwlock_, wr, pthread_rwlock_t, owner_of_lock)

INTERPOSE_TIME int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  ORIGINAL_OF(pthread_rwlock_unlock)
  if (is_inside() && simulation_reads && !lock->__data.__cur_writer) simulation_reads--;
  int error = original(lock);
  if (!error) unlocked(lock, true);
  return error;
}

// MARK: - Code that runs once
//
// The words of `pthread_once` and of C++'s static variables do not say which thread runs the code, so this notes it.

// An exception that ends the code of a `pthread_once` leaves its entry, so what counts is whether the word says that the
// code runs. Code that waits is not woken then.
static struct run { void *word; pid_t owner; } runs[64];
static int run_count;

static struct run *run_of(void *word) {
  for (struct run *each = runs; each < runs + run_count; each++)
    if (each->word == word) return each;
  return NULL;
}

// Waits while another stack runs the code of a word. Returns false where the simulation has ended.
static bool begin_run(void *word, int is_running) {
  struct run *run = run_of(word);
  for (; run && atomic_load((_Atomic int *)word) & is_running; run = run_of(word)) {
    simulation_lock_wait end = wait_for(word, run->owner, NULL);
    if (end != SIMULATION_LOCK_FREE) return end == SIMULATION_LOCK_HELD_OUTSIDE;
  }
  if (!run && run_count < 64) run = runs + run_count++;
  if (run) *run = (struct run){word, simulation_thread_of_stack(simulation_running_stack())};
  return true;
}

static void end_run(void *word) {
  struct run *run = run_of(word);
  if (run) *run = runs[--run_count];
  unlocked(word, true);
}

// A function whose result is 0 when the code has run.
#define ONCE(name, parameters, is_running, ...) \
  extern int name parameters; \
  INTERPOSE int name parameters { \
    ORIGINAL_OF(name) \
    if (!is_inside()) return original(__VA_ARGS__); \
    if (!begin_run(word, is_running)) return 0; \
    int result = original(__VA_ARGS__); \
    if (!result) end_run(word); \
    return result; \
  }

ONCE(pthread_once, (pthread_once_t *word, void (*work)(void)), 1, word, work)
ONCE(__cxa_guard_acquire, (void *word), 1 << 8, word)
AROUND(__cxa_guard_release, , end_run(object))
AROUND(__cxa_guard_abort, , end_run(object))

// MARK: - The kernel's locks
//
// Those of `Synchronization.Mutex`, of lazy globals and of `dispatch_once` are words with the owner's thread, which
// call the kernel only where they find another one there, or a mark that somebody waits.

// Locks a word. Returns false where the kernel is to do it.
static bool lock_word(_Atomic uint32_t *word) {
  for (;;) {
    uint32_t value = atomic_load(word), owner = value & FUTEX_TID_MASK;
    if (!owner) {
      // Others may wait as well.
      uint32_t mark = is_awaited((void *)word) ? FUTEX_WAITERS : value & FUTEX_WAITERS;
      if (atomic_compare_exchange_strong(word, &value, (uint32_t)gettid() | mark)) return true;
    } else if (owner == (uint32_t)gettid()) {
      return false;
    } else {
      // So its owner calls the kernel when it unlocks.
      atomic_fetch_or(word, FUTEX_WAITERS);
      simulation_lock_wait end = wait_for((void *)word, (pid_t)owner, NULL);
      if (end == SIMULATION_LOCK_HELD_OUTSIDE) return false;
      if (end == SIMULATION_HAS_ENDED) return atomic_store(word, (uint32_t)gettid()), true;
    }
  }
}

// Waits until the word of a `dispatch_once` changes, which has the owner's thread. Returns false where the kernel is to
// do it, as for libdispatch's other words.
static bool wait_for_word(_Atomic uint32_t *word, uint32_t value) {
  pid_t owner = (pid_t)(value & FUTEX_TID_MASK);
  return owner != gettid() && atomic_load(word) == value && wait_for((void *)word, owner, NULL) == SIMULATION_LOCK_FREE;
}

long simulation_call_futex(long (*kernel)(long, ...), const long *a, const void *caller) {
  void *word = (void *)a[0];
  int call = (int)a[1] & FUTEX_CMD_MASK;
  if ((call == FUTEX_LOCK_PI || call == FUTEX_LOCK_PI2) && lock_word(word)) return 0;
  if (call == FUTEX_WAIT && simulation_is_dispatch(caller) && wait_for_word(word, (uint32_t)a[2])) return 0;
  long result = kernel(SYS_futex, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (result >= 0 && (call == FUTEX_UNLOCK_PI || call == FUTEX_WAKE)) unlocked(word, call == FUTEX_WAKE);
  return result;
}

#endif
