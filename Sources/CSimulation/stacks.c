// Stacks that wait: code that blocks its thread suspends only its own stack, and the simulation goes on with others.
//
// Of all stacks of a simulation exactly one runs at a time. The driver, which decides how time passes, has the stack on
// which the simulation was started. Jobs run on a second stack of the same thread, so that a hand-over between
// both costs no more than two system calls. While a job waits there, a further thread carries on. A stack never moves
// to another thread, because Swift's runtime and libdispatch keep what they run in thread-local storage.
#define _GNU_SOURCE
#include "thread.h"

#if STORY_TIME  // see Sources/Simulation/Engine/Platform.swift for other systems

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// A sanitizer needs a call at each change of stacks. There, and without ucontext, jobs run on a thread of their own,
// which is slower.
#if defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define SHARES_THREAD 1
#include <ucontext.h>
#else
#define SHARES_THREAD 0
#endif

// The size of the main thread's stack, unless somebody limits it.
#define STACK_SIZE (8UL << 20)
#define SIGNAL_STACK_SIZE (64UL << 10)

struct thread {
  sem_t turn;
  // The kernel's number; 0 until it runs.
  pid_t id;
  // The thread that was made before it for stacks.
  struct thread *earlier;
};

struct simulation_stack {
  struct thread *thread;
  // Where the stack is; 0 for the driver's.
  uintptr_t low, high;
  // The state of the interposed functions while this stack does not run.
  struct simulation_thread world;
  struct simulation_stack *next_idle;
#if SHARES_THREAD
  ucontext_t context;
#endif
};

// The following variables belong to the stack that runs; a semaphore orders the accesses of two threads.
static struct simulation_stack *running;
static struct simulation_stack *driver;
static struct simulation_stack *first;
static struct simulation_stack *idle;
static void *simulation;
int simulation_reads;
// The threads that were made for stacks, the last one first.
static struct thread *threads;

// `_longjmp`, which would save the system call, runs what other stacks of the thread clean up: the end of `pthread_once`.
static void switch_to(struct simulation_stack *to, struct simulation_stack *own) {
#if SHARES_THREAD
  swapcontext(&own->context, &to->context);
#endif
}

// Blocks the thread until one of its stacks has the turn, and returns on the given one.
static void await_turn(struct simulation_stack *own) {
  while (sem_wait(&own->thread->turn) != 0) {}
  if (running != own) switch_to(running, own);
}

static void give_turn(struct simulation_stack *to) {
  struct simulation_stack *own = running;
  int error = errno;
  own->world = simulation_thread;
  running = to;
  if (to->thread == own->thread) {
    switch_to(to, own);
  } else {
    sem_post(&to->thread->turn);
    await_turn(own);
  }
  simulation_thread = own->world;
  errno = error;
}

static void rest(struct simulation_stack *own) {
  own->next_idle = idle;
  idle = own;
}

static void run_jobs(struct simulation_stack *own) {
  simulation_thread = (struct simulation_thread){0};
  for (;;) {
    // A stack that rested inside the loop of an earlier simulation returns from it first.
    void *current;
    do simulation_run_due(current = simulation);
    while (current != simulation);
    rest(own);
    give_turn(driver);
  }
}

// Notes where the stack of this thread is, and lets signal handlers run beside it.
static void prepare_thread(struct simulation_stack *own) {
  simulation_belongs_to_runner();
  pthread_attr_t attributes;
  void *low;
  size_t size;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_destroy(&attributes);
  own->low = (uintptr_t)low;
  own->high = own->low + size;
  stack_t other = {.ss_sp = malloc(SIGNAL_STACK_SIZE), .ss_size = SIGNAL_STACK_SIZE};
  if (other.ss_sp) sigaltstack(&other, NULL);
}

static void *run_thread(void *stack) {
  struct simulation_stack *own = stack;
  own->thread->id = gettid();
  prepare_thread(own);
  await_turn(own);
  run_jobs(own);
  return NULL;
}

static struct simulation_stack *new_stack(struct thread *thread) {
  struct simulation_stack *stack = calloc(1, sizeof *stack);
  if (!stack) abort();
  stack->thread = thread;
  return stack;
}

static struct thread *new_thread(void) {
  struct thread *thread = calloc(1, sizeof *thread);
  if (!thread || sem_init(&thread->turn, 0, 0) != 0) abort();
  return thread;
}

static struct simulation_stack *new_thread_with_stack(void) {
  struct simulation_stack *stack = new_stack(new_thread());
  // The app does not start this thread.
  void *inside = simulation_step_out();
  pthread_t thread;
  int error = pthread_create(&thread, NULL, run_thread, stack);
  simulation_step_in(inside);
  if (error) return NULL;
  pthread_detach(thread);
  stack->thread->earlier = threads;
  threads = stack->thread;
  return stack;
}

#if SHARES_THREAD
static void run_second_stack(void) { run_jobs(running); }

static struct simulation_stack *new_second_stack(struct thread *thread) {
  size_t guard = 1 << 16;
  char *memory = mmap(NULL, guard + STACK_SIZE, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED || mprotect(memory, guard, PROT_NONE) != 0) return NULL;
  struct simulation_stack *stack = new_stack(thread);
  stack->low = (uintptr_t)memory + guard;
  stack->high = stack->low + STACK_SIZE;
  return stack;
}

// Stacks that no simulation uses; guarded by the lock that lets one simulation run at a time.
static struct simulation_stack *spare;
#endif

static struct simulation_stack *idle_stack(void) {
  struct simulation_stack *stack = idle;
  if (!stack) return new_thread_with_stack();
  idle = stack->next_idle;
  return stack;
}

bool simulation_begin_stacks(void *begun) {
  static _Thread_local struct thread *own_thread;
  if (!own_thread) own_thread = new_thread();
  own_thread->id = gettid();
  simulation = begun;
  simulation_restart_randomness();
  simulation_reads = 0;
  running = driver = new_stack(own_thread);
  first = NULL;
#if SHARES_THREAD
  first = spare;
  if (first) spare = first->next_idle;
  else first = new_second_stack(own_thread);
  if (!first) return false;
  first->thread = own_thread;
  if (getcontext(&first->context) != 0) return false;
  first->context.uc_stack.ss_sp = (void *)first->low;
  first->context.uc_stack.ss_size = STACK_SIZE;
  first->context.uc_link = NULL;
  makecontext(&first->context, run_second_stack, 0);
  rest(first);
#endif
  return true;
}

void simulation_end_stacks(void) {
#if SHARES_THREAD
  // A second stack belongs to the thread of its driver, so it can't run jobs of other simulations.
  for (struct simulation_stack **at = &idle; *at; at = &(*at)->next_idle) {
    if (*at != first) continue;
    *at = first->next_idle;
    first->next_idle = spare;
    spare = first;
    break;
  }
#endif
  free(driver);
  driver = running = first = NULL;
  simulation = NULL;
}

bool simulation_run_stacks(void) {
  struct simulation_stack *stack = idle_stack();
  if (!stack) return false;
  give_turn(stack);
  return true;
}

struct simulation_stack *simulation_running_stack(void) { return running; }

pid_t simulation_thread_of_stack(struct simulation_stack *stack) { return stack ? stack->thread->id : 0; }

bool simulation_is_held_inside(pid_t owner) {
  if (owner < 0 || owner == driver->thread->id) return true;
  for (struct thread *thread = threads; thread; thread = thread->earlier)
    if (thread->id == owner) return true;
  return false;
}

void simulation_resume_stack(struct simulation_stack *stack) {
  rest(running);
  give_turn(stack);
}

void simulation_find_stack(uintptr_t *low, uintptr_t *high) {
  if (!running || !running->low) return;
  *low = running->low;
  *high = running->high;
}

bool simulation_is_on_driver(void) { return running == driver; }

// MARK: - The limit in real time

static _Atomic int most_seconds;

static void on_limit(int signal) { simulation_took_too_long(); }

// While one job runs for seconds, no thread changes the variables that this reads.
__attribute__((no_sanitize("thread"))) static void *watch(void *counter) {
  const volatile uint64_t *jobs = counter;
  uint64_t last = 0;
  struct simulation_stack *stack = NULL;
  for (int seconds = 0; seconds == 0 || seconds < most_seconds; sleep(1)) {
    stack = running;
    seconds = stack && stack != driver && *jobs == last ? seconds + 1 : 0;
    last = *jobs;
  }
  // libdispatch's threads block others.
  signal(SIGPROF, on_limit);
  syscall(SYS_tgkill, getpid(), stack->thread->id, SIGPROF);
  sleep(10);  // the code may have been interrupted where its functions can't be found
  abort();
}

void simulation_watch(uint64_t *jobs, int seconds) {
  static pthread_t thread;
  most_seconds = seconds;
  if (!thread && pthread_create(&thread, NULL, watch, jobs) == 0) pthread_detach(thread);
}

#endif
