// libcurl as Foundation's `URLSession` uses it, inside simulations and in processes that run a scenario in real time.
//
// The numbers are those of libcurl's public interface, which does not change: https://curl.se/libcurl/c/symbols-in-versions.html
#define _GNU_SOURCE
#include "CTransfers.h"

#include "CSimulation.h"

#if __has_include(<link.h>)

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Foundation uses a transfer on one queue at a time. ThreadSanitizer does not see the order of queues, since libdispatch is
// not instrumented, and would report the app's next transfer as a race with this one.
#if __has_feature(thread_sanitizer)
#pragma clang attribute push(__attribute__((no_sanitize("thread"))), apply_to = function)
#endif

#define INTERPOSE __attribute__((weak, visibility("default")))
#define ORIGINAL(name, result, ...) \
  result (*original)(__VA_ARGS__) = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name);

// Declares the argument behind the last one that has a name: libcurl's functions take one, of the size of a pointer.
#define LAST_ARGUMENT(name, before) \
  va_list arguments; \
  va_start(arguments, before); \
  void *name = va_arg(arguments, void *); \
  va_end(arguments);

// The functions of the fake server. Programs without ScenarioHTTP have none, and so no network.
extern void transfer_begin(transfer *transfer) __attribute__((weak));
extern void transfer_cancel(transfer *transfer) __attribute__((weak));

typedef size_t (*data_function)(char *, size_t, size_t, void *);
typedef int (*timer_function)(void *multi, long milliseconds, void *data);

enum {
  OPTION_WRITE_DATA = 10001, OPTION_URL = 10002, OPTION_READ_DATA = 10009, OPTION_HTTP_HEADER = 10023,
  OPTION_HEADER_DATA = 10029, OPTION_CUSTOM_REQUEST = 10036, OPTION_NO_BODY = 44, OPTION_UPLOAD = 46,
  OPTION_PRIVATE = 10103, OPTION_BODY_SIZE = 30115, OPTION_WRITE_FUNCTION = 20011, OPTION_READ_FUNCTION = 20012, OPTION_HEADER_FUNCTION = 20079,
  MULTI_OPTION_TIMER_DATA = 10005, MULTI_OPTION_TIMER_FUNCTION = 20004,
  INFO_RESPONSE_CODE = 0x200002, INFO_OS_ERRNO = 0x200019, INFO_PRIVATE = 0x100015, INFO_EFFECTIVE_URL = 0x100001,
  INFO_ACTIVE_SOCKET = 0x50002c,
  CODE_UNKNOWN_HOST = 6, CODE_NO_CONNECTION = 7, CODE_WRITE_ERROR = 23, CODE_TIMED_OUT = 28, CODE_ABORTED = 42,
  CODE_RECEIVE_ERROR = 56, CODE_MULTI_UNKNOWN_OPTION = 6,
  PAUSE_RECEIVING = 1, PAUSE_SENDING = 4,
  READ_ABORT = 0x10000000, READ_PAUSE = 0x10000001, WRITE_PAUSE = 0x10000001,
  CHUNK = 16384,
};

struct part {
  enum { HEADER, BODY, END } kind;
  size_t length;
  transfer_failure failure;
  struct part *next;
  char bytes[];
};

struct message {
  int kind;
  void *transfer;
  union {
    void *whatever;
    int code;
  } data;
};

struct option {
  int option;
  void *value;
};

// A multi handle: what libcurl calls a set of transfers. A session outlives simulations, so its handle has both
// simulated and real transfers.
struct multi {
  // The handle of libcurl; NULL until there is a real transfer.
  void *real;
  struct option options[16];
  size_t option_count;
  timer_function timer;
  void *timer_data;
  // The transfers that have ended and were not read yet.
  struct transfer *ended;
};

struct transfer {
  uint64_t magic;
  char *url, *method;
  bool uploads, has_no_body;
  // The number of bytes that the app sends; -1 if that is unknown.
  int64_t body_size;
  transfer_header *headers;
  data_function write, read, header;
  void *write_data, *read_data, *header_data, *private_data;
  char *body;
  size_t length, capacity;
  long status;
  long system_error;
  int code;
  int paused;
  bool has_begun, has_ended, is_scheduled;
  struct multi *multi;
  void *queue;
  struct part *first, **last;
  struct message message;
  struct transfer *next_ended;
};

static const uint64_t transfer_magic = 0x7265667374726173;

static bool is_transfer(void *handle) { return handle && *(uint64_t *)handle == transfer_magic; }

extern void dispatch_async_f(void *queue, void *context, void (*work)(void *));
extern void *dispatch_get_current_queue(void);

// In real time, parts of answers arrive on other threads than the transfer's. This protects a transfer's parts, its
// magic number, and whether it is scheduled.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

// Whether the fake server answers what the calling code sends.
static bool is_answered(void) { return simulation_current() || simulation_is_in_real_time(); }

// MARK: - Requests of live runs

static _Atomic unsigned live_port;

void transfer_redirect(unsigned port) { live_port = port; }

typedef int (*setopt_function)(void *, int, ...);

// Sets an address, or the one on the live server that stands for it.
static int set_live_url(setopt_function set, void *handle, const char *url) {
  char *redirected, own[32];
  snprintf(own, sizeof own, "http://127.0.0.1:%u/", live_port);
  // The other address is that of a server that does not exist.
  bool is_redirected = strncmp(url, own, strlen(own)) == 0 || strncmp(url, "http://127.0.0.1:1/", 19) == 0;
  if (is_redirected || asprintf(&redirected, "%ssession/%s", own, url) < 0) return set(handle, OPTION_URL, url);
  int result = set(handle, OPTION_URL, redirected);
  free(redirected);
  return result;
}

const transfer_header *transfer_own_header(const transfer_header *list) {
  // This line and what follows it, such as its version, is added by Foundation itself.
  return list && strcmp(list->line, "Connection: keep-alive") != 0 ? list : NULL;
}

// Adds a line with the names of the headers that are the app's.
static void name_headers(transfer_header *lines) {
  ORIGINAL("curl_slist_append", transfer_header *, transfer_header *, const char *)
  char *text = strdup("Scenario-Session: ");
  for (const transfer_header *line = lines; text && transfer_own_header(line); line = line->next) {
    char *before = text;
    int length = (int)strcspn(line->line, ":;");
    if (asprintf(&text, "%s%.*s,", before, length, line->line) < 0) text = NULL;
    free(before);
  }
  if (lines && text) original(lines, text);
  free(text);
}

// MARK: - The request

INTERPOSE void *curl_easy_init(void) {
  ORIGINAL("curl_easy_init", void *, void)
  if (!is_answered()) return original();
  struct transfer *new = calloc(1, sizeof *new);
  if (!new) return NULL;
  new->magic = transfer_magic;
  new->body_size = -1;
  new->last = &new->first;
  return new;
}

static void set_text(char **text, const char *value) {
  free(*text);
  *text = value ? strdup(value) : NULL;
}

INTERPOSE int curl_easy_setopt(void *handle, int option, ...) {
  LAST_ARGUMENT(value, option)
  if (!is_transfer(handle)) {
    setopt_function original = (setopt_function)dlsym(RTLD_NEXT, "curl_easy_setopt");
    if (live_port && option == OPTION_URL && value) return set_live_url(original, handle, value);
    if (live_port && option == OPTION_HTTP_HEADER) name_headers(value);
    return original(handle, option, value);
  }
  struct transfer *transfer = handle;
  switch (option) {
    case OPTION_URL: set_text(&transfer->url, value); break;
    case OPTION_CUSTOM_REQUEST: set_text(&transfer->method, value); break;
    case OPTION_HTTP_HEADER: transfer->headers = value; break;
    case OPTION_NO_BODY: transfer->has_no_body = (long)value != 0; break;
    case OPTION_BODY_SIZE: transfer->body_size = (int64_t)(intptr_t)value; break;
    case OPTION_UPLOAD: transfer->uploads = (long)value != 0; break;
    case OPTION_WRITE_FUNCTION: transfer->write = (data_function)value; break;
    case OPTION_WRITE_DATA: transfer->write_data = value; break;
    case OPTION_READ_FUNCTION: transfer->read = (data_function)value; break;
    case OPTION_READ_DATA: transfer->read_data = value; break;
    case OPTION_HEADER_FUNCTION: transfer->header = (data_function)value; break;
    case OPTION_HEADER_DATA: transfer->header_data = value; break;
    case OPTION_PRIVATE: transfer->private_data = value; break;
    default: break;  // how to connect, to encrypt or to report
  }
  return 0;
}

transfer_request transfer_request_of(struct transfer *transfer) {
  return (transfer_request){
      transfer->method ? transfer->method : transfer->has_no_body ? "HEAD" : transfer->uploads ? "PUT" : "GET",
      transfer->url ? transfer->url : "", transfer->headers, transfer->body, transfer->length};
}

// Reads the body that the app sends. Returns whether it is complete; it may be paused first.
static bool read_body(struct transfer *transfer) {
  while (transfer->uploads && transfer->read && (int64_t)transfer->length != transfer->body_size) {
    if (transfer->capacity < transfer->length + CHUNK) {
      transfer->capacity = 2 * transfer->capacity + CHUNK;
      transfer->body = realloc(transfer->body, transfer->capacity);
      if (!transfer->body) abort();
    }
    size_t count = transfer->read(transfer->body + transfer->length, 1, CHUNK, transfer->read_data);
    if (count == READ_PAUSE) {
      transfer->paused |= PAUSE_SENDING;
      return false;
    }
    if (count == READ_ABORT) {
      transfer->code = CODE_ABORTED;
      transfer_end(transfer, TRANSFER_FAILURE_NONE);
      return false;
    }
    if (count == 0) break;
    transfer->length += count;
  }
  return true;
}

static void begin(struct transfer *transfer) {
  if (!read_body(transfer)) return;
  transfer->has_begun = true;
  if (transfer_begin) transfer_begin(transfer);
  else transfer_end(transfer, TRANSFER_FAILURE_NO_NETWORK);
}

// MARK: - The answer

static struct part *first_part(struct transfer *transfer) {
  pthread_mutex_lock(&mutex);
  struct part *first = transfer->first;
  pthread_mutex_unlock(&mutex);
  return first;
}

static void remove_first_part(struct transfer *transfer) {
  pthread_mutex_lock(&mutex);
  struct part *first = transfer->first;
  transfer->first = first->next;
  if (!transfer->first) transfer->last = &transfer->first;
  pthread_mutex_unlock(&mutex);
  free(first);
}

// Passes what the transfer has received to the app, until it pauses the transfer.
static void deliver(struct transfer *transfer) {
  struct part *part;
  while ((part = first_part(transfer)) && !(transfer->paused & PAUSE_RECEIVING)) {
    if (part->kind == END) {
      static const int codes[] = {0, CODE_NO_CONNECTION, CODE_UNKNOWN_HOST, CODE_NO_CONNECTION, CODE_TIMED_OUT,
                                  CODE_RECEIVE_ERROR};
      static const int errors[] = {0, ENETUNREACH, 0, ECONNREFUSED, 0, ECONNRESET};
      if (!transfer->code) transfer->code = codes[part->failure];
      transfer->system_error = errors[part->failure];
      transfer->has_ended = true;
    } else {
      data_function pass = part->kind == HEADER ? transfer->header : transfer->write;
      void *data = part->kind == HEADER ? transfer->header_data : transfer->write_data;
      size_t count = pass && !transfer->code ? pass(part->bytes, 1, part->length, data) : part->length;
      if (count == WRITE_PAUSE) {
        transfer->paused |= PAUSE_RECEIVING;
        return;
      }
      if (count != part->length) transfer->code = CODE_WRITE_ERROR;
    }
    remove_first_part(transfer);
    if (!transfer->has_ended) continue;
    struct multi *multi = transfer->multi;
    if (!multi) return;
    struct transfer **end = &multi->ended;
    while (*end) end = &(*end)->next_ended;
    *end = transfer;
    transfer->next_ended = NULL;
    // Foundation then calls `curl_multi_socket_action`, and reads which transfers have ended.
    if (multi->timer) multi->timer(multi, 0, multi->timer_data);
    return;
  }
}

// Frees a transfer that the app has ended, once nothing is scheduled. In real time, a late answer may still find it.
static void free_ended(struct transfer *transfer) {
  if (!simulation_is_in_real_time()) free(transfer);
}

// Goes on with a transfer on the queue on which Foundation uses it.
static void go_on(void *context) {
  struct transfer *transfer = context;
  pthread_mutex_lock(&mutex);
  transfer->is_scheduled = false;
  bool exists = transfer->magic == transfer_magic;
  pthread_mutex_unlock(&mutex);
  if (!exists) return free_ended(transfer);
  // The app may have ended the transfer meanwhile.
  if (!transfer->multi || transfer->has_ended) return;
  if (!transfer->has_begun && !first_part(transfer) && !(transfer->paused & PAUSE_SENDING)) begin(transfer);
  deliver(transfer);
}

static void schedule(struct transfer *transfer) {
  pthread_mutex_lock(&mutex);
  bool begins = !transfer->is_scheduled && transfer->queue && transfer->magic == transfer_magic;
  if (begins) {
    transfer->is_scheduled = true;
    // Work that is pending keeps the queue.
    dispatch_async_f(transfer->queue, transfer, go_on);
  }
  pthread_mutex_unlock(&mutex);
}

static void receive(struct transfer *transfer, int kind, const void *bytes, size_t length, transfer_failure failure) {
  struct part *part = malloc(sizeof *part + length);
  if (!part) abort();
  *part = (struct part){.kind = kind, .length = length, .failure = failure};
  if (length) memcpy(part->bytes, bytes, length);
  pthread_mutex_lock(&mutex);
  bool exists = transfer->magic == transfer_magic;
  if (exists) {
    *transfer->last = part;
    transfer->last = &part->next;
  }
  pthread_mutex_unlock(&mutex);
  if (!exists) return free(part);
  schedule(transfer);
}

void transfer_receive_header(struct transfer *transfer, const char *line) {
  sscanf(line, "HTTP/%*s %ld", &transfer->status);
  receive(transfer, HEADER, line, strlen(line), 0);
}

void transfer_receive_body(struct transfer *transfer, const void *bytes, size_t length) {
  for (size_t start = 0; start < length; start += CHUNK)
    receive(transfer, BODY, (const char *)bytes + start, length - start < CHUNK ? length - start : CHUNK, 0);
}

void transfer_end(struct transfer *transfer, transfer_failure failure) { receive(transfer, END, NULL, 0, failure); }

INTERPOSE int curl_easy_pause(void *handle, int pauses) {
  ORIGINAL("curl_easy_pause", int, void *, int)
  if (!is_transfer(handle)) return original(handle, pauses);
  struct transfer *transfer = handle;
  transfer->paused = pauses;
  if (transfer->multi) schedule(transfer);
  return 0;
}

INTERPOSE int curl_easy_getinfo(void *handle, int info, ...) {
  ORIGINAL("curl_easy_getinfo", int, void *, int, ...)
  LAST_ARGUMENT(result, info)
  if (!is_transfer(handle)) return original(handle, info, result);
  struct transfer *transfer = handle;
  switch (info) {
    case INFO_RESPONSE_CODE: *(long *)result = transfer->status; break;
    case INFO_OS_ERRNO: *(long *)result = transfer->system_error; break;
    case INFO_PRIVATE: *(void **)result = transfer->private_data; break;
    case INFO_EFFECTIVE_URL: *(char **)result = transfer->url; break;
    case INFO_ACTIVE_SOCKET: *(int *)result = -1; break;
    default: *(int64_t *)result = 0;  // a pointer or a number, each of this size
  }
  return 0;
}

static void leave(struct transfer *transfer) {
  if (!transfer->multi) return;
  for (struct transfer **at = &transfer->multi->ended; *at; at = &(*at)->next_ended) {
    if (*at != transfer) continue;
    *at = transfer->next_ended;
    break;
  }
  transfer->multi = NULL;
  if (transfer->has_begun && !transfer->has_ended && transfer_cancel) transfer_cancel(transfer);
  transfer->has_ended = true;
}

INTERPOSE void curl_easy_cleanup(void *handle) {
  ORIGINAL("curl_easy_cleanup", void, void *)
  if (!is_transfer(handle)) return original(handle);
  struct transfer *transfer = handle;
  leave(transfer);
  while (first_part(transfer)) remove_first_part(transfer);
  free(transfer->url);
  free(transfer->method);
  free(transfer->body);
  pthread_mutex_lock(&mutex);
  transfer->magic = 0;
  bool is_scheduled = transfer->is_scheduled;
  pthread_mutex_unlock(&mutex);
  // Work on the queue frees the rest.
  if (!is_scheduled) free_ended(transfer);
}

// MARK: - Errors

// Foundation has no code of libcurl for a device without a network, so the error that it makes for one gets its code
// here. The function is `NSError.init(domain:code:userInfo:)`, which Foundation's networking calls by its name.
static _Thread_local bool has_no_network;

#define NS_ERROR_INIT "$s10Foundation7NSErrorC6domain4code8userInfoACSS_SiSDySSypGSgtcfc"

enum { URL_ERROR_UNKNOWN = -1, URL_ERROR_NOT_CONNECTED = -1009 };

typedef __attribute__((swiftcall)) void *(*error_init)(uint64_t, void *, long, void *,
                                                      __attribute__((swift_context)) void *);

INTERPOSE __attribute__((swiftcall)) void *transfer_error_init(uint64_t domain, void *domain_object, long code,
                                                               void *info,
                                                               __attribute__((swift_context)) void *error)
    __asm__(NS_ERROR_INIT);
__attribute__((swiftcall)) void *transfer_error_init(uint64_t domain, void *domain_object, long code, void *info,
                                                     __attribute__((swift_context)) void *error) {
  static _Atomic(void *) found;
  if (!found) found = dlsym(RTLD_NEXT, NS_ERROR_INIT);
  if (has_no_network && code == URL_ERROR_UNKNOWN) {
    has_no_network = false;
    code = URL_ERROR_NOT_CONNECTED;
  }
  return ((error_init)found)(domain, domain_object, code, info, error);
}

// MARK: - Sets of transfers

INTERPOSE void *curl_multi_init(void) { return calloc(1, sizeof(struct multi)); }

static void *real_multi(struct multi *multi) {
  if (multi->real) return multi->real;
  ORIGINAL("curl_multi_init", void *, void)
  multi->real = original();
  int (*set)(void *, int, ...) = (int (*)(void *, int, ...))dlsym(RTLD_NEXT, "curl_multi_setopt");
  for (size_t index = 0; multi->real && index < multi->option_count; index++)
    set(multi->real, multi->options[index].option, multi->options[index].value);
  return multi->real;
}

INTERPOSE int curl_multi_setopt(struct multi *multi, int option, ...) {
  ORIGINAL("curl_multi_setopt", int, void *, int, ...)
  LAST_ARGUMENT(value, option)
  if (option == MULTI_OPTION_TIMER_FUNCTION) multi->timer = (timer_function)value;
  if (option == MULTI_OPTION_TIMER_DATA) multi->timer_data = value;
  if (multi->real) return original(multi->real, option, value);
  size_t count = sizeof multi->options / sizeof *multi->options;
  if (multi->option_count == count) return CODE_MULTI_UNKNOWN_OPTION;
  multi->options[multi->option_count++] = (struct option){option, value};
  return 0;
}

INTERPOSE int curl_multi_add_handle(void *handle, void *easy) {
  ORIGINAL("curl_multi_add_handle", int, void *, void *)
  if (!is_transfer(easy)) return original(real_multi(handle), easy);
  struct transfer *transfer = easy;
  transfer->multi = handle;
  transfer->queue = simulation_current() ? simulation_queue_of_caller() : dispatch_get_current_queue();
  transfer->has_ended = transfer->has_begun = false;
  transfer->status = transfer->system_error = transfer->code = transfer->paused = 0;
  transfer->length = 0;
  schedule(transfer);
  return 0;
}

INTERPOSE int curl_multi_remove_handle(void *handle, void *easy) {
  ORIGINAL("curl_multi_remove_handle", int, void *, void *)
  if (!is_transfer(easy)) return original(real_multi(handle), easy);
  leave(easy);
  return 0;
}

INTERPOSE int curl_multi_socket_action(struct multi *multi, int socket, int events, int *running) {
  ORIGINAL("curl_multi_socket_action", int, void *, int, int, int *)
  *running = 0;
  return multi->real && !is_answered() ? original(multi->real, socket, events, running) : 0;
}

INTERPOSE void *curl_multi_info_read(struct multi *multi, int *left) {
  ORIGINAL("curl_multi_info_read", void *, void *, int *)
  struct transfer *transfer = multi->ended;
  *left = 0;
  if (!transfer) return multi->real ? original(multi->real, left) : NULL;
  multi->ended = transfer->next_ended;
  for (struct transfer *at = multi->ended; at; at = at->next_ended) ++*left;
  has_no_network = transfer->system_error == ENETUNREACH;
  transfer->message = (struct message){.kind = 1, .transfer = transfer, .data = {.code = transfer->code}};
  return &transfer->message;
}

INTERPOSE int curl_multi_assign(struct multi *multi, int socket, void *data) {
  ORIGINAL("curl_multi_assign", int, void *, int, void *)
  return multi->real ? original(multi->real, socket, data) : 0;
}

INTERPOSE int curl_multi_cleanup(struct multi *multi) {
  ORIGINAL("curl_multi_cleanup", int, void *)
  int result = multi->real ? original(multi->real) : 0;
  free(multi);
  return result;
}

#if __has_feature(thread_sanitizer)
#pragma clang attribute pop
#endif

#endif
