#if canImport(Glibc)
import CTransfers
import Foundation
import HTTPTypes
import ScenarioKit
import Synchronization

/// The requests of `URLSession` in a simulation, which the scenario's server answers.
///
/// The app needs no change and its module no line. Foundation makes the requests as always, and
/// CTransfers takes them over where Foundation calls libcurl. So Foundation itself follows
/// redirects, measures timeouts, writes downloads and calls delegates.
enum SessionTransfers {
  /// The tasks that answer, by the addresses of the transfers.
  fileprivate static let tasks = Mutex<[UInt: Task<Void, Never>]>([:])

  fileprivate static func answer(_ transfer: Transfer, _ request: HTTPRequest, _ body: Data?) async
  {
    guard let server = ScenarioDoubles.ofCaller?.double(FakeTransport.self) else {
      return transfer.end(.notConnectedToInternet)
    }
    do {
      let exchange = try await server.exchangeOnce(request, body) { _, _ in }
      transfer.receive(
        exchange.response, bodyLength: exchange.connection == nil ? exchange.body.count : nil)
      for try await part in exchange.parts { transfer.receive(part) }
      transfer.end(nil)
    } catch let error as URLError {
      if error.code != .cancelled { transfer.end(error.code) }
    } catch {
      // The step fails, because the story has no answer.
      transfer.end(.notConnectedToInternet)
    }
  }
}

extension FakeTransport {
  /// Sends the requests of this process's sessions outside of simulations to a port of this
  /// machine.
  package static func redirectSessions(to port: UInt16) { transfer_redirect(UInt32(port)) }
}

/// A transfer of CTransfers.
///
/// Sound because only C's functions use what it points to. In a simulation, they run one at a time.
/// In real time, threads of answers and of Foundation share it: a mutex guards its parts, and
/// it is never freed, so that a late answer finds it.
private struct Transfer: @unchecked Sendable {
  let pointer: OpaquePointer

  var address: UInt { UInt(bitPattern: pointer) }

  func receive(_ response: HTTPResponse, bodyLength: Int?) {
    if Task.isCancelled { return }
    var lines = ["HTTP/1.1 \(response.status.code) \(response.status.reasonPhrase)"]
    lines += response.headerFields.map { "\($0.name.rawName): \($0.value)" }
    if let bodyLength, response.headerFields[.contentLength] == nil {
      lines.append("Content-Length: \(bodyLength)")
    }
    for line in lines + [""] { transfer_receive_header(pointer, line + "\r\n") }
  }

  func receive(_ part: Data) {
    if Task.isCancelled { return }
    part.withUnsafeBytes { transfer_receive_body(pointer, $0.baseAddress, $0.count) }
  }

  func end(_ failure: URLError.Code?) {
    guard SessionTransfers.tasks.withLock({ $0.removeValue(forKey: address) }) != nil else {
      return
    }
    let reason =
      switch failure {
      case nil: TRANSFER_FAILURE_NONE
      case .cannotFindHost: TRANSFER_FAILURE_UNKNOWN_HOST
      case .cannotConnectToHost: TRANSFER_FAILURE_REFUSED
      case .timedOut: TRANSFER_FAILURE_TIMED_OUT
      case .networkConnectionLost: TRANSFER_FAILURE_LOST
      default: TRANSFER_FAILURE_NO_NETWORK
      }
    transfer_end(pointer, reason)
  }
}

extension HTTPRequest {
  /// Creates a request of Foundation.
  fileprivate init(_ request: transfer_request) {
    self.init(
      method: Method(String(cString: request.method)) ?? .get, scheme: nil, authority: nil,
      path: nil)
    url = URL(string: String(cString: request.url))
    var next = request.headers
    // Foundation adds the lines after this one, such as that with its version.
    while let line = next?.pointee.map({ String(cString: $0) }), line != "Connection: keep-alive" {
      next = next?.advanced(by: 1)
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { continue }
      headerFields.append(
        HTTPField(name: name, value: parts[1].trimmingCharacters(in: .whitespaces)))
    }
  }
}

// MARK: - Calls from CTransfers

@_cdecl("transfer_begin")
func transferBegin(_ pointer: OpaquePointer) {
  let content = transfer_request_of(pointer)
  let request = HTTPRequest(content)
  let body = content.length > 0 ? Data(bytes: content.body, count: content.length) : nil
  let transfer = Transfer(pointer: pointer)
  let address = transfer.address
  // In real time, it may end at once, on another thread.
  SessionTransfers.tasks.withLock {
    $0[address] = Task { await SessionTransfers.answer(transfer, request, body) }
  }
}

@_cdecl("transfer_cancel")
func transferCancel(_ pointer: OpaquePointer) {
  SessionTransfers.tasks.withLock { $0.removeValue(forKey: UInt(bitPattern: pointer)) }?.cancel()
}
#endif
