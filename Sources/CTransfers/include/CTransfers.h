#ifndef CTRANSFERS_H
#define CTRANSFERS_H

#include <stdbool.h>
#include <stddef.h>

/// A transfer of `URLSession` in a simulation: a request, and the answer to it.
///
/// Foundation makes its requests with libcurl. Inside a simulation, the functions of libcurl are replaced: the fake
/// server answers, and Foundation does everything else itself, such as redirects, timeouts and downloads.
typedef struct transfer transfer;

/// A line of a header. A list of them has what Foundation adds behind the app's own lines.
typedef struct transfer_header {
  const char *line;
  const struct transfer_header *next;
} transfer_header;

/// Returns the first line of a list that is the app's; NULL if there is none.
const transfer_header *transfer_own_header(const transfer_header *list);

/// A request, with texts and bytes that are valid until the transfer ends.
typedef struct {
  const char *method;
  const char *url;
  /// The header, for `transfer_own_header`.
  const transfer_header *headers;
  const void *body;
  size_t length;
} transfer_request;

/// The reasons for which a transfer fails.
typedef enum {
  TRANSFER_FAILURE_NONE,
  TRANSFER_FAILURE_NO_NETWORK,
  TRANSFER_FAILURE_UNKNOWN_HOST,
  TRANSFER_FAILURE_REFUSED,
  TRANSFER_FAILURE_TIMED_OUT,
  TRANSFER_FAILURE_LOST,
} transfer_failure;

/// Returns the request of a transfer that has begun.
transfer_request transfer_request_of(transfer *transfer);

/// Passes a line of the response's header to the app, in order with other parts of the response.
void transfer_receive_header(transfer *transfer, const char *line);

/// Passes bytes of the response's body to the app.
void transfer_receive_body(transfer *transfer, const void *bytes, size_t length);

/// Ends a transfer after everything that it has received.
void transfer_end(transfer *transfer, transfer_failure failure);

/// Sends the requests of `URLSession` outside of simulations to a port of this machine; to their own servers again if
/// the port is 0.
///
/// A request to `https://far.example/a` goes to the path `/session/https://far.example/a` there. Its header
/// `Scenario-Session` lists the names of the app's own headers, with commas after them. Requests that go to the port
/// already stay as they are.
void transfer_redirect(unsigned port);

#endif
