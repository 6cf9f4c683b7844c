// System calls of a sealed process that come from no function in `sandbox.c`: of libraries that are linked statically,
// of libc's own functions, and of code that calls the kernel itself.
//
// The kernel sends the signal SIGSYS instead of such a call. The handler does what the functions in `sandbox.c` do, and
// makes a permitted call by itself, from an address that the kernel lets pass.
#define _GNU_SOURCE
#include "thread.h"

#if STORY_TIME  // see Sources/Simulation/Engine/Platform.swift for other systems

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__x86_64__) || defined(__aarch64__)

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#ifndef SYS_SECCOMP  // in newer headers only
#define SYS_SECCOMP 1
#endif

// MARK: - The call that passes

long simulation_call_kernel(long number, const long *arguments) __attribute__((visibility("hidden")));
extern const char simulation_kernel_returns_here[] __attribute__((visibility("hidden")));

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
__asm__(
    ".text\n.hidden simulation_call_kernel\n.globl simulation_call_kernel\n"
    "simulation_call_kernel:\n"
    "  mov %rdi, %rax\n  mov %rsi, %r11\n"
    "  mov (%r11), %rdi\n  mov 8(%r11), %rsi\n  mov 16(%r11), %rdx\n"
    "  mov 24(%r11), %r10\n  mov 32(%r11), %r8\n  mov 40(%r11), %r9\n"
    "  syscall\n"
    ".hidden simulation_kernel_returns_here\n.globl simulation_kernel_returns_here\n"
    "simulation_kernel_returns_here:\n  ret\n");
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
__asm__(
    ".text\n.hidden simulation_call_kernel\n.globl simulation_call_kernel\n"
    "simulation_call_kernel:\n"
    "  mov x8, x0\n  mov x9, x1\n"
    "  ldp x0, x1, [x9]\n  ldp x2, x3, [x9, #16]\n  ldp x4, x5, [x9, #32]\n"
    "  svc #0\n"
    ".hidden simulation_kernel_returns_here\n.globl simulation_kernel_returns_here\n"
    "simulation_kernel_returns_here:\n  ret\n");
#endif

// MARK: - Refusals

// Services of the machine that libc asks by itself. They need not run.
static bool is_own_service(const struct sockaddr *address) {
  if (!address || address->sa_family != AF_UNIX) return false;
  const char *path = ((const struct sockaddr_un *)address)->sun_path;
  return strcmp(path, "/var/run/nscd/socket") == 0 || strcmp(path, "/dev/log") == 0;
}

int simulation_error_of_call(long number, const long *arguments) {
#define TEXT(index) ((const char *)arguments[index])
#define AT(folder, path) return simulation_refuses_change((int)arguments[folder], TEXT(path)) ? errno : 0
#define HERE(path) return simulation_refuses_change(AT_FDCWD, TEXT(path)) ? errno : 0
  switch (number) {
  case SYS_connect:
    if (is_own_service((const struct sockaddr *)arguments[1])) return ENOENT;
    // fallthrough
  case SYS_bind:
    return simulation_refuses_address((const struct sockaddr *)arguments[1], (socklen_t)arguments[2]) ? errno : 0;
  case SYS_sendto:
    return simulation_refuses_address((const struct sockaddr *)arguments[4], (socklen_t)arguments[5]) ? errno : 0;
  case SYS_sendmsg:
  case SYS_sendmmsg: {  // a list of messages begins with a message
    const struct msghdr *message = (const struct msghdr *)arguments[1];
    return message && simulation_refuses_address(message->msg_name, message->msg_namelen) ? errno : 0;
  }
  case SYS_execve: return simulation_refuses_program(TEXT(0)) ? errno : 0;
  case SYS_execveat: return simulation_refuses_program(TEXT(1)) ? errno : 0;
  case SYS_truncate: HERE(0);
  case SYS_openat:
    if (!simulation_changes_file((int)arguments[2])) return 0;
    // fallthrough
  case SYS_mkdirat:
  case SYS_unlinkat:
  case SYS_fchmodat: AT(0, 1);
  case SYS_symlinkat: AT(1, 2);
  case SYS_linkat: AT(2, 3);
#ifdef SYS_renameat
  case SYS_renameat:
#endif
  case SYS_renameat2:
    if (simulation_refuses_change((int)arguments[0], TEXT(1))) return errno;
    AT(2, 3);
#if defined(__x86_64__)
  case SYS_open:
    if (!simulation_changes_file((int)arguments[1])) return 0;
    // fallthrough
  case SYS_creat:
  case SYS_mkdir:
  case SYS_rmdir:
  case SYS_unlink:
  case SYS_chmod: HERE(0);
  case SYS_symlink:
  case SYS_link: HERE(1);
  case SYS_rename:
    if (simulation_refuses_change(AT_FDCWD, TEXT(0))) return errno;
    HERE(1);
#endif
  }
  return 0;
}

static struct sigaction next_action;

// A call is no asynchronous event: what it interrupts is the code that made it.
static void on_call(int signal, siginfo_t *info, void *context) {
  if (info->si_code != SYS_SECCOMP) {
    // The handler is the worker's, or the default.
    if (next_action.sa_flags & SA_SIGINFO) next_action.sa_sigaction(signal, info, context);
    else sigaction(signal, &next_action, NULL);
    return;
  }
  int before = errno;
  mcontext_t *registers = &((ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
  greg_t *all = registers->gregs;
  long arguments[] = {all[REG_RDI], all[REG_RSI], all[REG_RDX], all[REG_R10], all[REG_R8], all[REG_R9]};
#define RESULT all[REG_RAX]
#else
  long arguments[6];
  for (int index = 0; index < 6; index++) arguments[index] = (long)registers->regs[index];
#define RESULT registers->regs[0]
#endif
  simulation_is_in_system_call = true;
  int error = simulation_error_of_call(info->si_syscall, arguments);
  simulation_is_in_system_call = false;
  RESULT = error ? -error : simulation_call_kernel(info->si_syscall, arguments);
  errno = before;
}

// MARK: - The filter

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
// The least significant half of an argument or an address.
#define LOAD_LOW(field) LOAD(field)
#define LOAD_HIGH(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field) + 4)
#define IF_EQUAL(value, then, otherwise) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (then), (otherwise))
#define IF_ANY_BIT(bits, then, otherwise) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), (then), (otherwise))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define CHANGING_FLAGS (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)

// Reads of files and what is sent on open connections pass in the filter, since they are frequent.
static void install_filter(void) {
  static const int calls[] = {
      SYS_connect,  SYS_bind,     SYS_sendto,   SYS_sendmsg,   SYS_sendmmsg, SYS_truncate,
#if !__has_feature(address_sanitizer)  // which starts a program for the names of functions
      SYS_execve,   SYS_execveat,
#endif
      SYS_openat,   SYS_mkdirat,  SYS_unlinkat, SYS_fchmodat,  SYS_linkat,   SYS_symlinkat, SYS_renameat2,
#ifdef SYS_renameat
      SYS_renameat,
#endif
#if defined(__x86_64__)
      SYS_open,     SYS_creat,    SYS_mkdir,    SYS_rmdir,     SYS_unlink,   SYS_chmod,     SYS_link,     SYS_symlink,
      SYS_rename,
#endif
  };
  enum { CALLS = sizeof calls / sizeof *calls };
  uint64_t passing = (uintptr_t)simulation_kernel_returns_here;
  struct sock_filter filter[CALLS + 32] = {
      LOAD(arch), IF_EQUAL(ARCHITECTURE, 1, 0), RETURN(SECCOMP_RET_ALLOW), LOAD(nr),
      // Its calls would pass unseen. Libraries that use it do without.
      IF_EQUAL(SYS_io_uring_setup, 0, 1), RETURN(SECCOMP_RET_ERRNO | ENOSYS),
      IF_EQUAL(SYS_openat, 0, 3), LOAD_LOW(args[2]), IF_ANY_BIT(CHANGING_FLAGS, 1, 0), RETURN(SECCOMP_RET_ALLOW),
      LOAD(nr), IF_EQUAL(SYS_sendto, 0, 5), LOAD_LOW(args[4]), IF_EQUAL(0, 0, 3), LOAD_HIGH(args[4]),
      IF_EQUAL(0, 0, 1), RETURN(SECCOMP_RET_ALLOW), LOAD(nr),
  };
  size_t count = 18;
  for (int index = 0; index < CALLS; index++)
    filter[count++] = (struct sock_filter)IF_EQUAL((unsigned)calls[index], CALLS - index, 0);
  const struct sock_filter last[] = {
      RETURN(SECCOMP_RET_ALLOW),
      LOAD_LOW(instruction_pointer), IF_EQUAL((uint32_t)passing, 0, 3),
      LOAD_HIGH(instruction_pointer), IF_EQUAL((uint32_t)(passing >> 32), 0, 1), RETURN(SECCOMP_RET_ALLOW),
      RETURN(SECCOMP_RET_TRAP),
  };
  memcpy(filter + count, last, sizeof last);
  struct sock_fprog program = {.len = (unsigned short)(count + sizeof last / sizeof *last), .filter = filter};

  struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigaction(SIGSYS, &action, &next_action);
  // Where the system has no filters, the functions in `sandbox.c` remain.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program);
}

void simulation_seal_process(bool starts_programs) {
  simulation_belongs_to_runner();
  simulation_concern_all_threads();
  if (!starts_programs) install_filter();
}

#else

int simulation_error_of_call(long number, const long *arguments) { return 0; }
void simulation_seal_process(bool starts_programs) {}

#endif
#endif
