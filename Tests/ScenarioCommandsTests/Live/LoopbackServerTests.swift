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
      let file = try RunningStudio.connection(to: server.port)
      var byte: UInt8 = 0
      #expect(recv(file, &byte, 1, 0) == 0)
      let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
      let (_, response) = try await URLSession.shared.data(from: url)
      #expect((response as? HTTPURLResponse)?.statusCode == 200)
      await server.stop()
    }
  }
}
