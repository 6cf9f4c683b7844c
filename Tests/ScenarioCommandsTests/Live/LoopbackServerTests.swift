import Foundation
import HTTPTypes
import ScenarioCommands
import ScenarioHTTP
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The server of live runs")
struct LoopbackServerTests {
  @Test func `a port in use is an error at once`() async {
    await #expect(processExitsWith: .success) {
      let server = try await LoopbackServer.start { _, _ in
        LiveResponse(.ok)
      }
      await #expect(throws: (any Error).self) {
        try await LoopbackServer.start(port: server.port) { _, _ in
          LiveResponse(.ok)
        }
      }
      await server.stop()
    }
  }

  @Test func `the server passes on the path and query of a request as they were sent`() async {
    // In a process of its own, because the simulations of other tests occupy the threads here.
    await #expect(processExitsWith: .success) {
      let targets = Mutex<[String?]>([])
      let server = try await LoopbackServer.start { request, _ in
        targets.withLock { $0.append(request.path) }
        return LiveResponse(.ok)
      }
      let target = "/a%20b?q=a%26b%20c&empty&x=%2B"
      let url = try #require(URL(string: "http://127.0.0.1:\(server.port)\(target)"))
      _ = try await URLSession.shared.data(from: url)
      await server.stop()
      #expect(targets.withLock(\.self) == [target])
    }
  }

  @Test func `a connection that sends nothing is closed, and one that waits for its answer is not`()
    async
  {
    await #expect(processExitsWith: .success) {
      let server = try await LoopbackServer.start(patience: .milliseconds(100)) { _, _ in
        try? await Task.sleep(for: .milliseconds(300))
        return LiveResponse(.ok)
      }
      let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var limit = timeval(tv_sec: 20, tv_usec: 0)
      setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = server.port.bigEndian
      address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
      let connected = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      #expect(connected == 0)
      var byte: UInt8 = 0
      #expect(recv(file, &byte, 1, 0) == 0)
      let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
      let (_, response) = try await URLSession.shared.data(from: url)
      #expect((response as? HTTPURLResponse)?.statusCode == 200)
      await server.stop()
    }
  }
}
