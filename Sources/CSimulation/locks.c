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

typedef enum { IS_FREE, TIME_IS_OVER, IS_HELD_OUTSIDE, HAS_NO_END } lock_wait;

// Suspends this stack until a lock is free that a suspended stack holds. `deadline` is on the calendar clock; NULL for
// none.
extern int simulation_wait_for_lock(void *lock, pid_t owner, const struct timespec *deadline);
extern bool simulation_signal(void *object, bool all);

// The locks for which stacks wait, in variables of those stacks; the list belongs to the one that runs. Swift's runtime
// locks as well, so no code in Swift may run for a lock that nobody waits for.
static struct waiter {
  void *lock;
  struct waiter *next;
} *waiters;

static bool is_awaited(void *lock) {
  for (struct waiter *each = waiters; each; each = each->next)
    if (each->lock == lock) return true;
  return false;
}

static lock_wait wait_for(void *lock, pid_t owner, const struct timespec *deadline) {
  // The simulation's own code may need the same lock, such as one of Swift's runtime.
  if (simulation_thread.is_taking_lock) return IS_HELD_OUTSIDE;
  simulation_thread.is_taking_lock = true;
  struct waiter own = {lock, waiters};
  waiters = &own;
  lock_wait end = simulation_wait_for_lock(lock, owner, deadline);
  struct waiter **at = &waiters;
  while (*at != &own) at = &(*at)->next;
  *at = own.next;
  simulation_thread.is_taking_lock = false;
  return end;
}

static void unlocked(void *lock, bool all) {
  if (simulation_thread.simulation && is_awaited(lock)) simulation_signal(lock, all);
}

// Counts a lock that the stacks read if the function `try` is for one, and returns its error.
static int counted(void *try, int error) {
  if (!error && simulation_thread.simulation && try == (void *)pthread_rwlock_tryrdlock) simulation_reads++;
  return error;
}

// Locks inside by the function `try`, which does not wait. Where a thread outside holds the lock, the original waits
// for it, and reports what is wrong with a lock that this thread holds itself. Where the wait has no end, the
// simulation has ended, and the code goes on so that its stack becomes free.
#define LOCK(name, parameters, try, owner, deadline, ...) \
  INTERPOSE_TIME int name parameters { \
    ORIGINAL_OF(name) \
    if (!simulation_thread.simulation) return original(__VA_ARGS__); \
    for (;;) { \
      int error = try(lock); \
      if (error != EBUSY) return error; \
      lock_wait end = wait_for(lock, owner(lock), deadline); \
      if (end == TIME_IS_OVER) return ETIMEDOUT; \
      if (end == HAS_NO_END) return 0; \
      if (end == IS_HELD_OUTSIDE) return counted((void *)try, original(__VA_ARGS__)); \
    } \
  }

// A deadline on another clock.
#define ON_CALENDAR (struct timespec[]){simulation_calendar_time(clock, deadline)}

// MARK: - Mutexes

// Only a mutex that checks for errors reports that its owner locks it again; others wait for ever.
static pid_t owner_of(const pthread_mutex_t *mutex) {
  bool checks = (mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK_NP;
  return checks && mutex->__data.__owner == gettid() ? 0 : mutex->__data.__owner;
}

LOCK(pthread_mutex_lock, (pthread_mutex_t *lock), pthread_mutex_trylock, owner_of, NULL, lock)
LOCK(pthread_mutex_timedlock, (pthread_mutex_t *lock, const struct timespec *deadline), pthread_mutex_trylock, owner_of,
     deadline, lock, deadline)
LOCK(pthread_mutex_clocklock, (pthread_mutex_t *lock, clockid_t clock, const struct timespec *deadline),
     pthread_mutex_trylock, owner_of, ON_CALENDAR, lock, clock, deadline)

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

LOCK(pthread_rwlock_rdlock, (pthread_rwlock_t *lock), pthread_rwlock_tryrdlock, owner_of_lock, NULL, lock)
LOCK(pthread_rwlock_wrlock, (pthread_rwlock_t *lock), pthread_rwlock_trywrlock, owner_of_lock, NULL, lock)
LOCK(pthread_rwlock_timedrdlock, (pthread_rwlock_t *lock, const struct timespec *deadline), pthread_rwlock_tryrdlock,
     owner_of_lock, deadline, lock, deadline)
LOCK(pthread_rwlock_timedwrlock, (pthread_rwlock_t *lock, const struct timespec *deadline), pthread_rwlock_trywrlock,
     owner_of_lock, deadline, lock, deadline)
LOCK(pthread_rwlock_clockrdlock, (pthread_rwlock_t *lock, clockid_t clock, const struct timespec *deadline),
     pthread_rwlock_tryrdlock, owner_of_lock, ON_CALENDAR, lock, clock, deadline)
LOCK(pthread_rwlock_clockwrlock, (pthread_rwlock_t *lock, clockid_t clock, const struct timespec *deadline),
     pthread_rwlock_trywrlock, owner_of_lock, ON_CALENDAR, lock, clock, deadline)

INTERPOSE_TIME int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  ORIGINAL_OF(pthread_rwlock_unlock)
  if (simulation_thread.simulation && simulation_reads && !lock->__data.__cur_writer) simulation_reads--;
  int error = original(lock);
  if (!error) unlocked(lock, true);
  return error;
}

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
      lock_wait end = wait_for((void *)word, (pid_t)owner, NULL);
      if (end == IS_HELD_OUTSIDE) return false;
      if (end == HAS_NO_END) return atomic_store(word, (uint32_t)gettid()), true;
    }
  }
}

// Waits until the word of a `dispatch_once` changes, which has the owner's thread. Returns false where the kernel is to
// do it, as for libdispatch's other words.
static bool wait_for_word(_Atomic uint32_t *word, uint32_t value) {
  pid_t owner = (pid_t)(value & FUTEX_TID_MASK);
  return owner != gettid() && atomic_load(word) == value && wait_for((void *)word, owner, NULL) == IS_FREE;
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
