// Functions of Linux that workers need, and substitutes on other systems. These are not tested; a hang is not noticed
// there, and the processes that an app leaves behind are not ended. Only workers.c includes this file.
#ifndef CWORKERS_SYSTEM_H
#define CWORKERS_SYSTEM_H

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)

#include <link.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <ucontext.h>

// Calls of the kernel bypass the functions that the app or a simulation replaces.
static inline void leave_process(int status) { syscall(SYS_exit_group, status); }
static inline int close_file(int file) { return (int)syscall(SYS_close, file); }
static inline void close_files(int first, int last) { syscall(SYS_close_range, first, last, 0); }
static inline int read_clock(clockid_t clock, struct timespec *time) {
  return (int)syscall(SYS_clock_gettime, clock, time);
}
ssize_t worker_write(int file, const void *bytes, size_t count) { return syscall(SYS_write, file, bytes, count); }

pid_t worker_thread(void) { return (pid_t)syscall(SYS_gettid); }
int worker_waits_for_child(long call) { return call == SYS_wait4 || call == SYS_waitid; }
static inline int send_to_thread(pid_t process, pid_t thread, int number) {
  return (int)syscall(SYS_tgkill, process, thread, number);
}
static inline int stack_signal(void) { return SIGRTMIN + 5; }

static inline int make_pipe(int *ends, int flags) { return pipe2(ends, flags); }
static inline int make_memory_file(void) { return memfd_create("output", MFD_CLOEXEC); }

static inline void end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }
void worker_adopt_orphans(int adopts) { prctl(PR_SET_CHILD_SUBREAPER, adopts, 0, 0, 0); }
static inline void detach_from(pid_t thread, int number) {
  ptrace(PTRACE_DETACH, thread, NULL, (void *)(intptr_t)number);
}

int worker_fix_addresses(int fixes) {
  int now = personality(0xffffffff);
  return now >= 0 && personality(fixes ? now | ADDR_NO_RANDOMIZE : now & ~ADDR_NO_RANDOMIZE) >= 0;
}

static inline int find_clock(pid_t process, clockid_t *clock) { return clock_getcpuclockid(process, clock); }

static inline void find_own_stack(uint64_t *low, uint64_t *high) {
  pthread_attr_t attributes;
  void *start;
  size_t size;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  pthread_attr_getstack(&attributes, &start, &size);
  pthread_attr_destroy(&attributes);
  *low = (uintptr_t)start;
  *high = (uintptr_t)start + size;
}

static inline void read_registers(void *context, uintptr_t *instruction, uintptr_t *frame) {
#if defined(__x86_64__)
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  *instruction = registers[REG_RIP], *frame = registers[REG_RBP];
#elif defined(__aarch64__)
  mcontext_t *registers = &((ucontext_t *)context)->uc_mcontext;
  *instruction = registers->pc, *frame = registers->regs[29];
#endif
}

#else

static inline void leave_process(int status) { _exit(status); }
static inline int close_file(int file) { return close(file); }
static inline void close_files(int first, int last) {
  for (int file = first; file <= last; file++) close(file);
}
static inline int read_clock(clockid_t clock, struct timespec *time) { return clock_gettime(clock, time); }
ssize_t worker_write(int file, const void *bytes, size_t count) { return write(file, bytes, count); }

pid_t worker_thread(void) { return 0; }
int worker_waits_for_child(long call) { return 0; }
static inline int send_to_thread(pid_t process, pid_t thread, int number) { return kill(process, number); }
static inline int stack_signal(void) { return SIGUSR2; }

static inline int make_pipe(int *ends, int flags) {
  if (pipe(ends) != 0) return -1;
  for (int index = 0; index < 2; index++) {
    fcntl(ends[index], F_SETFD, FD_CLOEXEC);
    if (flags & O_NONBLOCK) fcntl(ends[index], F_SETFL, O_NONBLOCK);
  }
  return 0;
}

static inline int make_memory_file(void) {
  char path[] = "/tmp/output.XXXXXX";
  int file = mkstemp(path);
  if (file >= 0) unlink(path);
  return file;
}

static inline void end_with_parent(void) {}
void worker_adopt_orphans(int adopts) {}
static inline void detach_from(pid_t thread, int number) {}
int worker_fix_addresses(int fixes) { return 0; }
static inline int find_clock(pid_t process, clockid_t *clock) { return ENOSYS; }
static inline void find_own_stack(uint64_t *low, uint64_t *high) {}
static inline void read_registers(void *context, uintptr_t *instruction, uintptr_t *frame) {}

#endif

#endif
