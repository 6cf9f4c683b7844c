// Features that Swift can't express: fork, handlers of fatal signals, and replacements for `exit`.
#define _GNU_SOURCE
#include "CWorkers.h"

#include "system.h"

#include <dirent.h>
#include <dlfcn.h>
#if __has_include(<execinfo.h>)
#include <execinfo.h>
#endif
#include <poll.h>
#include <stdio.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

static struct worker_progress *own;

struct worker_progress *worker_progress_create(int file) {
  if (file >= 0 && ftruncate(file, sizeof(struct worker_progress)) != 0) return NULL;
  void *memory = mmap(NULL, sizeof(struct worker_progress), PROT_READ | PROT_WRITE,
                      MAP_SHARED | (file < 0 ? MAP_ANONYMOUS : 0), file, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

void worker_progress_destroy(struct worker_progress *progress) { munmap(progress, sizeof *progress); }

void worker_beat(struct worker_progress *progress) {
  // There is one writer, and a reader that only compares values.
  __atomic_store_n(&progress->beats, progress->beats + 1, __ATOMIC_RELAXED);
}

// The coverage runtime, if the compiler has added it: `swift test --enable-code-coverage`.
#if defined(__linux__)
extern void __llvm_profile_reset_counters(void) __attribute__((weak));
extern void __llvm_profile_initialize_file(void) __attribute__((weak));
extern int __llvm_profile_write_file(void) __attribute__((weak));
#else
static void (*const __llvm_profile_reset_counters)(void), (*const __llvm_profile_initialize_file)(void);
static int (*const __llvm_profile_write_file)(void);
#endif

pid_t worker_fork(void) {
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    worker_end_with_parent(parent);
    // The parent writes its own counts. This process begins at zero, in a file of its own.
    if (__llvm_profile_reset_counters) __llvm_profile_reset_counters();
    if (__llvm_profile_initialize_file) __llvm_profile_initialize_file();
  }
  return child;
}

#if __has_feature(thread_sanitizer)
// A worker and the processes that it forks start threads, which ThreadSanitizer refuses otherwise. Not weak, because
// the sanitizer's own definition is weak, too, and is linked first.
__attribute__((visibility("default"))) const char *__tsan_default_options(void) {
  return "die_after_fork=0";
}

// The sanitizer does not know the mutexes of Swift's Synchronization, which protect state of the library.
__attribute__((visibility("default"))) const char *__tsan_default_suppressions(void) {
  return "race_top:/Sources/DisplayText/\nrace_top:/Sources/ScenarioKit/\nrace_top:/Sources/ScenarioLanguage/\n"
         "race_top:/Sources/ScenarioReports/\nrace_top:/Sources/ScenarioRunning/\nrace_top:/Sources/ScenarioWorkers/\n"
         "race_top:/Sources/ScenarioTesting/\nrace_top:/Sources/ScenarioHTTP/\n";
}
#endif

void worker_block_signals(void) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, NULL);
}

void worker_wait_for_termination(void) {
  while (own && own->signal) pause();
}

// The system prefers the main thread for a signal that is sent to the process. The app must handle what it sends to
// itself before it goes on, so the waiting main thread takes none.
int worker_run_on_thread(size_t stack_size, void *(*body)(void *), void *context) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  int result = pthread_attr_setstacksize(&attributes, stack_size);
  if (result == 0) result = pthread_create(&thread, &attributes, body, context);
  pthread_attr_destroy(&attributes);
  if (result != 0) return result;
  worker_block_signals();
  return pthread_join(thread, NULL);
}

// Sets the thread-local variables of Swift code that hold a thread's ID to 0, so that they are set
// anew. Any other variable that happens to hold the same number would be reset, too; in the TLS of
// Swift code there are hardly any others. Of a program that is linked statically, libdispatch's are among them, so its
// main queue is bound to the thread's new ID. Of one that is not, libdispatch has the old ID in both places.
#if defined(__linux__)
extern char _dispatch_main_q[] __attribute__((weak));

struct forgotten_thread {
  pid_t thread;
  int has_main_queue;
};

static int forget_thread(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  struct forgotten_thread *forgotten = context;
  if (info->dlpi_name[0] && !strstr(info->dlpi_name, "libswift")) return 0;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[index];
    uintptr_t offset = (uintptr_t)_dispatch_main_q - info->dlpi_addr - part->p_vaddr;
    if (part->p_type == PT_LOAD && offset < part->p_memsz) forgotten->has_main_queue = 1;
    if (part->p_type != PT_TLS || !info->dlpi_tls_data) continue;
    int32_t *words = info->dlpi_tls_data;
    for (size_t word = 0; word < part->p_memsz / sizeof *words; word++)
      if (words[word] == forgotten->thread) words[word] = 0;
  }
  return 0;
}

void worker_forget_thread(pid_t thread) {
  struct forgotten_thread forgotten = {.thread = thread};
  dl_iterate_phdr(forget_thread, &forgotten);
  int32_t *words = (int32_t *)_dispatch_main_q;
  // The state of a queue is in its first 16 words; its lower half is the ID of the bound thread.
  for (int word = 0; forgotten.has_main_queue && word < 32; word++)
    if (words[word] == thread) words[word] = worker_thread();
}
#else
void worker_forget_thread(pid_t thread) {}
#endif

// The processes that run this one: its parent and those around it.
static pid_t above[4];
static int above_count;

void worker_end_with_parent(pid_t parent) {
  if (above_count < 4) above[above_count++] = parent;
  end_with_parent();
  // The parent may have died before.
  if (getppid() != parent) worker_leave(1);
}

// The app can make this process the tracer of its threads. A traced thread waits for its tracer at each signal and
// at its end.
static void release_thread(pid_t thread, int status) {
  if (WIFSTOPPED(status)) detach_from(thread, WSTOPSIG(status));
}

void worker_go_on(pid_t child, int continues) {
  siginfo_t information = {0};
  if (waitid(P_PID, child, &information, WSTOPPED | WNOWAIT | WNOHANG) == 0 && information.si_pid) {
    int status;
    if (information.si_code == CLD_TRAPPED && waitpid(child, &status, WNOHANG) == child) release_thread(child, status);
    else if (continues) kill(child, SIGCONT);
  }
#if defined(__linux__)
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", child);
  DIR *threads = opendir(path);
  if (!threads) return;
  for (struct dirent *entry; (entry = readdir(threads));) {
    pid_t thread = atoi(entry->d_name);
    int status;
    if (thread > 0 && thread != child && waitpid(thread, &status, WNOHANG | __WALL) == thread)
      release_thread(thread, status);
  }
  closedir(threads);
#endif
}

int worker_wait(pid_t child) {
  int status = 0;
  for (;;) {
    pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended < 0 && errno != EINTR) return status;
    if (ended == child && !WIFSTOPPED(status)) return status;
    if (ended == child) release_thread(child, status);
    else worker_go_on(child, 0);
    poll(NULL, 0, 1);
  }
}

// Reads the beginning of a file. Returns whether there is any text.
static int read_text(const char *path, char *text, size_t size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = read(file, text, size - 1);
  close(file);
  if (length > 0) text[length] = 0;
  return length > 0;
}

int worker_children(pid_t *children, int count) {
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", worker_thread());
  if (!read_text(path, text, sizeof text)) return 0;
  int found = 0;
  for (char *next = text, *end; found < count; next = end, found++) {
    children[found] = (pid_t)strtol(next, &end, 10);
    if (end == next) break;
  }
  return found;
}

// The variable with the ID of the process, which a program gets that replaces the one of the process.
static const char process_variable[] = "SCENARIOS_PROCESS";

int worker_is_replaced(void) {
  const char *process = getenv(process_variable);
  return process && atoi(process) == getpid();
}

void worker_keep_coverage(void) {
  if (__llvm_profile_write_file) __llvm_profile_write_file();
}

void worker_leave(int status) {
  leave_process(status);
  __builtin_unreachable();
}

int worker_memory_file(void) {
  int file = make_memory_file();
  if (file >= 0) fcntl(file, F_SETFL, O_APPEND);
  int high = file >= 0 ? fcntl(file, F_DUPFD_CLOEXEC, 500) : -1;
  if (high < 0) return file;
  close(file);
  return high;
}

// The signals that end a run. Signals that the parent ignores stay ignored, as nohup requires.
static const int ends_of_run[] = {SIGINT, SIGTERM, SIGHUP};

static int is_ignored(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void worker_release_signals(void) {
  for (size_t index = 0; index < 3; index++)
    if (!is_ignored(ends_of_run[index])) signal(ends_of_run[index], SIG_DFL);
}

void worker_reset_signals(void) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  worker_release_signals();
  // Otherwise, the Swift runtime's backtraces handle it.
  signal(SIGQUIT, SIG_DFL);
}

void worker_restore_pipe_signal(void) { signal(SIGPIPE, SIG_DFL); }

static int own_end = -1;

void worker_replace_message_end(int end) {
  if (own_end >= 0 && own_end != end) close_file(own_end);
  own_end = end;
}

int worker_is_about_child(void *information) { return ((siginfo_t *)information)->si_pid != 0; }

int worker_pipe(int *ends) { return make_pipe(ends, O_CLOEXEC); }

void worker_write_at_once(void) { setvbuf(stdout, NULL, _IONBF, 0); }

int worker_is_sanitized(void) {
  return dlsym(RTLD_DEFAULT, "__asan_init") || dlsym(RTLD_DEFAULT, "__tsan_init");
}

void worker_limit_memory(uint64_t bytes) {
  struct rlimit limit = {bytes, bytes};
  setrlimit(RLIMIT_DATA, &limit);
}

int worker_status(void *information) {
  siginfo_t *info = information;
  return info->si_code == CLD_EXITED ? info->si_status << 8 : info->si_status;
}

static int64_t time_of(clockid_t clock) {
  struct timespec time;
  if (read_clock(clock, &time) != 0) return -1;
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int64_t worker_processor_time(pid_t process) {
  clockid_t clock;
  return find_clock(process, &clock) == 0 ? time_of(clock) : -1;
}

int64_t worker_now(void) { return time_of(CLOCK_MONOTONIC); }

void worker_shuffle_memory(uint64_t seed) {
  enum { COUNT = 2048 };
  void *blocks[COUNT];
  for (int index = 0; index < COUNT; index++) blocks[index] = malloc(16 + index % 32 * 16);
  // Freed blocks are allocated again in the reverse order.
  for (int left = COUNT; left > 0; left--) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    int chosen = (seed >> 33) % left;
    free(blocks[chosen]);
    blocks[chosen] = blocks[left - 1];
  }
}

// MARK: - Signals of the supervisor

static int signal_pipe[2] = {-1, -1};

static void on_end(int number) {
  int before = errno;
  char byte = (char)number;
  ssize_t written = worker_write(signal_pipe[1], &byte, 1);
  (void)written;
  errno = before;
}

int worker_catch_signals(void) {
  if (signal_pipe[0] < 0 && make_pipe(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  struct sigaction action = {.sa_handler = on_end};
  // A child inherits the signal mask of its parent, and libdispatch's threads block these signals.
  sigset_t ends;
  sigemptyset(&ends);
  for (size_t index = 0; index < 3; index++) {
    if (!is_ignored(ends_of_run[index])) sigaction(ends_of_run[index], &action, NULL);
    sigaddset(&ends, ends_of_run[index]);
  }
  sigprocmask(SIG_UNBLOCK, &ends, NULL);
  return signal_pipe[0];
}

void worker_close_descriptors(void) {
  close_files(3, 499);
  signal_pipe[0] = signal_pipe[1] = -1;
}

// MARK: - The stack of a dying process

// Sets where the stack is that runs now, unless it is this thread's own.
static void (*find_stack)(uintptr_t *low, uintptr_t *high);

static int is_on_stack(uintptr_t address) {
  return address >= own->stack_low && address + 16 <= own->stack_high && address % 8 == 0;
}

// Finds the calls that led to an instruction, or here if it is 0. Also through C libraries, which use the register of the
// frame pointer for other values. After the first call, the unwinder needs no memory, and no lock that this thread holds.
static int unwind(uintptr_t instruction) {
#if __has_include(<execinfo.h>)
  enum { HANDLER_FRAMES = 8 };
  void *found[WORKER_FRAMES + HANDLER_FRAMES];
  int found_count = backtrace(found, WORKER_FRAMES + HANDLER_FRAMES), first = 0, count = 0;
  while (instruction && first < found_count && (uintptr_t)found[first] != instruction) first++;
  for (int index = first; index < found_count && count < WORKER_FRAMES; index++)
    own->frames[count++] = (uintptr_t)found[index] - (index > first || !instruction);
  return count;
#else
  return 0;
#endif
}

// Follows frame pointers, which Swift keeps, where the unwinder finds less, such as below a call of an invalid address.
static void note_stack(uintptr_t instruction, uintptr_t frame) {
  int count = 0;
  uintptr_t low = own->stack_low, high = own->stack_high;
  if (find_stack) find_stack(&low, &high);
  own->stack_low = low, own->stack_high = high;
  int unwound = unwind(instruction);
  uintptr_t frames[WORKER_FRAMES];
  if (instruction) frames[count++] = instruction;
  while (count < WORKER_FRAMES && is_on_stack(frame)) {
    uintptr_t next = ((uintptr_t *)frame)[0], address = ((uintptr_t *)frame)[1];
    if (!address) break;
    frames[count++] = address - 1;
    if (next <= frame) break;
    frame = next;
  }
  // In a loop that is interrupted anywhere, the unwinder sometimes ends after its second call.
  int is_cut = unwound < 3 && count > unwound;
  for (int index = 0; is_cut && index < count; index++) own->frames[index] = frames[index];
  own->frame_count = is_cut ? count : unwound;
}

static void note_context(void *context) {
  uintptr_t instruction = 0, frame = 0;
  read_registers(context, &instruction, &frame);
  // If the process called an invalid address, the caller's address is still on the stack.
  note_stack(instruction, frame);
}

// Reads the second number of /proc/self/statm: the count of pages in memory.
static void note_memory(void) {
  char text[128];
  if (!read_text("/proc/self/statm", text, sizeof text)) return;
  const char *second = strchr(text, ' ');
  for (uint64_t pages = 0; second && *++second >= '0' && *second <= '9';)
    own->memory = (pages = pages * 10 + (uint64_t)(*second - '0')) * 4096;
}

static void on_fatal_signal(int number, siginfo_t *info, void *context) {
  if (own->signal == 0) {
    own->signal = number;
    own->fault_address = (uintptr_t)info->si_addr;
    note_memory();
    note_context(context);
  }
  signal(number, SIG_DFL);
  // A fault recurs by itself; any other signal is sent again.
  if (info->si_code <= 0) raise(number);
}

static void on_question(int number, siginfo_t *info, void *context) {
  (void)number, (void)info;
  note_context(context);
  // The supervisor kills this process next, so the interrupted call must not continue.
  while (1) pause();
}

void worker_ask_for_stack(pid_t process, pid_t thread) { send_to_thread(process, thread, stack_signal()); }

#if defined(__linux__)
static int find_executable(struct dl_phdr_info *info, size_t size, void *result) {
  (void)size;
  *(uint64_t *)result = info->dlpi_addr;  // the first one is the executable
  return 1;
}
#endif

void worker_record_termination(struct worker_progress *progress,
                               void (*stack_finder)(uintptr_t *low, uintptr_t *high)) {
  static char stack[64 * 1024] __attribute__((aligned(16)));
  own = progress;
  unwind(0);
  find_stack = stack_finder;
  char id[16];
  snprintf(id, sizeof id, "%d", getpid());
  setenv(process_variable, id, 1);
  find_own_stack(&own->stack_low, &own->stack_high);
#if defined(__linux__)
  dl_iterate_phdr(find_executable, &own->executable);
#endif
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&other, NULL);
  struct sigaction action = {.sa_sigaction = on_fatal_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  int fatal[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};
  for (size_t index = 0; index < sizeof fatal / sizeof *fatal; index++)
    sigaction(fatal[index], &action, NULL);
  action.sa_sigaction = on_question;
  action.sa_flags |= SA_RESTART;
  sigaction(stack_signal(), &action, NULL);
}

// MARK: - Findings of sanitizers
//
// The sanitizer calls these functions before it prints its report and ends the process. Not weak, as above.

#if __has_feature(thread_sanitizer)
extern int __tsan_get_report_mop(void *report, unsigned long index, int *thread, void **address, int *size, int *writes,
                                 int *is_atomic, void **frames, unsigned long count);
extern int __tsan_get_report_data(void *report, const char **description, int *count, int *stacks, int *accesses,
                                  int *places, int *mutexes, int *threads, int *unique_threads, void **slept,
                                  unsigned long slept_count);

// The process that runs a scenario ends with the first report, which the sanitizer has printed. The app's code is on
// the stack of the access, which is that of another thread or of this one.
__attribute__((visibility("default"))) void __tsan_on_report(void *report) {
  const char *description = "";
  int counts[7];
  void *frames[WORKER_FRAMES] = {0}, *slept;
  if (!own || own->process != getpid() || own->finding[0]) return;
  __tsan_get_report_data(report, &description, &counts[0], &counts[1], &counts[2], &counts[3], &counts[4], &counts[5],
                         &counts[6], &slept, 1);
  if (counts[2] > 0)
    __tsan_get_report_mop(report, 0, &counts[0], &slept, &counts[1], &counts[3], &counts[4], frames, WORKER_FRAMES);
  for (own->frame_count = 0; own->frame_count < WORKER_FRAMES && frames[own->frame_count]; own->frame_count++)
    own->frames[own->frame_count] = (uintptr_t)frames[own->frame_count];
  snprintf(own->finding, sizeof own->finding, "%s", description);
  worker_leave(66);
}
#endif

#if __has_feature(address_sanitizer)
extern void worker_print_finding(const struct worker_progress *note);  // ScenarioWorkers/Processes/SanitizerFinding.swift
extern const char *__asan_get_report_description(void);
extern void __ubsan_get_current_report_data(const char **kind, const char **message, const char **file, unsigned *line,
                                            unsigned *column, char **address);

static void note_finding(const char *prefix, const char *kind) {
  static struct worker_progress of_process;
  struct worker_progress *note = own ? own : &of_process;
  // The sanitizer asks another program for names of functions. If that has ended, the report has none.
  signal(SIGPIPE, SIG_IGN);
  if (note->finding[0] || (own && own->process != getpid())) return;
  // The sanitizer's functions have no frame pointers.
  void *frames[WORKER_FRAMES];
  note->frame_count = backtrace(frames, WORKER_FRAMES);
  for (int index = 0; index < note->frame_count; index++) note->frames[index] = (uintptr_t)frames[index] - 1;
  snprintf(note->finding, sizeof note->finding, "%s%s", prefix, kind);
  if (own) return;
  dl_iterate_phdr(find_executable, &note->executable);
  worker_print_finding(note);
}

__attribute__((visibility("default"))) void __asan_on_error(void) {
  note_finding("", __asan_get_report_description());
}

// C code of the app may be compiled with -fsanitize=undefined.
__attribute__((visibility("default"))) void __ubsan_on_report(void) {
  const char *kind, *message, *file;
  unsigned line, column;
  char *address;
  __ubsan_get_current_report_data(&kind, &message, &file, &line, &column, &address);
  note_finding(WORKER_UNDEFINED, kind);
}

__attribute__((visibility("default"))) const char *__ubsan_default_options(void) {
  return "halt_on_error=1:print_stacktrace=1";
}
#endif

// MARK: - exit
//
// As with the interposed functions of Simulation, a function of the executable takes precedence over libc's. These
// functions only record their callers.

#if defined(__linux__)

#define INTERPOSE __attribute__((weak, visibility("default")))

static void note_exit(void) {
  if (!own || own->exit_called) return;
  own->exit_called = 1;
  note_memory();
  note_stack((uintptr_t)__builtin_return_address(0), (uintptr_t)__builtin_frame_address(0));
}

#define EXIT(name) \
  INTERPOSE __attribute__((noreturn)) void name(int status) { \
    note_exit(); \
    void (*original)(int) = (void (*)(int))dlsym(RTLD_NEXT, #name); \
    if (original) original(status); \
    worker_leave(status); \
  }

// MARK: - The main thread

// The main thread of tests ends when they begin. In a process that runs a scenario in real time, it runs the main run
// loop instead, as that of an app does.
INTERPOSE __attribute__((noreturn)) void dispatch_main(void) {
  int (*run)(const void *, double, unsigned char) = dlsym(RTLD_DEFAULT, "CFRunLoopRunInMode");
  const void **mode = dlsym(RTLD_DEFAULT, "kCFRunLoopDefaultMode");
  const char *is_in_real_time = getenv("SCENARIOS_REAL_TIME");
  if (run && mode && getenv("SCENARIOS_WORKER") && is_in_real_time && strcmp(is_in_real_time, "1") == 0) {
    while (1) {
      run(*mode, 0.005, 0);
      usleep(200);
    }
  }
  void (*original)(void) = (void (*)(void))dlsym(RTLD_NEXT, "dispatch_main");
  if (original) original();
  worker_leave(1);
}

// MARK: - kill

// Returns whether a signal to this process, group or to all reaches a process that runs this one.
static int reaches_above(pid_t process) {
  for (int index = 0; index < above_count; index++)
    if (process == -1 || process == above[index] || (process < -1 && getpgid(above[index]) == -process)) return 1;
  return 0;
}

INTERPOSE int kill(pid_t process, int number) {
  if (own && number != 0 && reaches_above(process)) {
    own->signal_to_parent = number;
    note_stack((uintptr_t)__builtin_return_address(0), (uintptr_t)__builtin_frame_address(0));
    worker_leave(1);
  }
  // Another thread might take it, and this one would go on for a moment, or end its scenario before. If this thread
  // blocks the signal, another one may wait for it.
  sigset_t blocked;
  if (own && number != 0 && process == getpid() && pthread_sigmask(SIG_BLOCK, NULL, &blocked) == 0 &&
      !sigismember(&blocked, number))
    return send_to_thread(process, worker_thread(), number);
  return (int)syscall(SYS_kill, process, number);
}

// MARK: - The descriptor of messages

// A process that the app has forked closes what it inherited, and has nothing to write there.
static int is_message_end(int file) { return own && file >= 0 && file == own_end; }

void worker_before_write(int file) {
  if (!is_message_end(file) || getpid() != own->process) return;
  own->wrote_message = 1;
  note_stack((uintptr_t)__builtin_return_address(0), (uintptr_t)__builtin_frame_address(0));
  worker_leave(1);
}

INTERPOSE int close(int file) {
  if (is_message_end(file) && getpid() == own->process) {
    // The scenario goes on, because it may fail for a reason that says more.
    if (own->closing_step == WORKER_NO_STEP) own->closing_step = own->step;
    return 0;
  }
  return close_file(file);
}

INTERPOSE int killpg(pid_t group, int number) { return kill(group ? -group : 0, number); }

EXIT(exit)
EXIT(_exit)
EXIT(_Exit)
EXIT(quick_exit)

#endif
