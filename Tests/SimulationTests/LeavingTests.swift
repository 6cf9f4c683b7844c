import CSimulation
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Simulation

/// Tests that nothing leaves a simulation: each try fails for the code, and is a violation.
@Suite("What leaves a simulation")
struct LeavingTests {
  /// The one-time setup of `Process` must not begin in a simulation, where it is refused:
  /// later processes would never end.
  private static let processesWork: Bool = {
    let process = try? Process.run(URL(filePath: "/bin/true"), arguments: [])
    return process?.waitForEnd() == 0
  }()

  init() { #expect(Self.processesWork) }

  @Test(arguments: WayToTheNetwork.allCases)
  func `code in a simulation cannot reach the network`(way: WayToTheNetwork) throws {
    let listener = try Listener()
    let port = listener.port
    for _ in 0..<50 {
      try Simulation.run { simulation in
        try? simulation.perform { way.take(to: port) }
        let actions = simulation.violations.filter { $0.leaves }
        #expect(!actions.isEmpty)
        #expect(simulation.trace.entries.contains { $0.event == .violated(actions[0]) })
      }
    }
    #expect(!listener.hasHeardAnything)
  }

  @Test(arguments: Sample.of(WayToTheNetwork.allCases.filter { $0 != .onAThread }, oneIn: 4))
  func `a sandbox violation names the line of the app's code`(way: WayToTheNetwork) throws {
    try Simulation.run { simulation in
      // `Process` waits for a thread of its own.
      try? simulation.perform { way.take(to: 1) }
      let index = try #require(simulation.violations.firstIndex { $0.leaves })
      let callStack = try #require(simulation.callStack(ofViolation: index)).lines
      #expect(
        callStack.contains {
          $0.contains("WayToTheNetwork.take(to:) (WaysToTheNetwork.swift:")
        }, "\(callStack)")
    }
  }

  @Test func `a sandbox violation names the queue whose work the code is`() throws {
    try Simulation.run { simulation in
      try simulation.perform {
        let queue = DispatchQueue(label: "images")
        DispatchQueue.main.async { WayToTheNetwork.datagram.take(to: 1) }
        queue.async { WayToTheNetwork.connection.take(to: 1) }
        queue.sync {}
      }
      #expect(simulation.violations == Array(repeating: .connection("127.0.0.1:1"), count: 2))
      let places = simulation.violations.indices.map {
        simulation.callStack(ofViolation: $0)?.lines.last
      }
      #expect(places.map { $0 == "on the DispatchQueue \"images\"" } == [true, false])
    }
  }

  @Test func `a simulation with the network permission can connect`() throws {
    let listener = try Listener()
    let port = listener.port
    try Simulation.run { simulation in
      simulation.permissions = .network
      try simulation.perform { WayToTheNetwork.connection.take(to: port) }
      #expect(simulation.violations == [])
    }
    #expect(listener.hasHeardAnything)
    try Simulation.run { simulation in
      try simulation.perform { WayToTheNetwork.connection.take(to: port) }
      #expect(simulation.violations == [.connection("127.0.0.1:\(port)")])
    }
  }

  @Test func `a sealed process refuses system calls that no function of this package sees`() async {
    await #expect(processExitsWith: .success) {
      let listener = try Listener()
      let (port, system) = (listener.port, SystemFunctions())
      // The working folder is not for changes, wherever it is.
      let working = try TemporaryFolder()
      #expect(chdir(working.url.path) == 0)
      let kept = working.file("sealed").path
      let temporary = FileManager.default.temporaryDirectory.path + "/sealed-\(getpid())"
      let all = temporary + "-all"
      simulation_seal_process(false)
      try Simulation.run { simulation in
        let succeeded = try simulation.perform {
          [system.connects(to: port), system.creates(kept), system.creates(temporary)]
        }
        #expect(succeeded == [false, false, true])
        #expect(simulation.violations == [.connection("127.0.0.1:\(port)"), .file(kept)])
      }
      // Threads that no code in a simulation has started.
      let acts: [(@Sendable () -> Bool, isAllowed: Bool)] = [
        ({ system.connects(to: port) }, false), ({ system.creates(kept) }, false),
        ({ system.creates(all) }, true),
      ]
      for (act, isAllowed) in acts {
        let hasSucceeded = Mutex(!isAllowed)
        let thread = Thread { hasSucceeded.withLock { $0 = act() } }
        thread.start()
        while !thread.isFinished { sched_yield() }
        #expect(hasSucceeded.withLock { $0 } == isAllowed)
      }
      #expect(!listener.hasHeardAnything)
      // The thread of the runner, outside of a simulation.
      #expect(system.connects(to: port))
      #expect(listener.hasHeardAnything)
      for file in [temporary, all] { #expect(unlink(file) == 0) }
      #expect(unlink(kept) != 0)
    }
  }

  @Test func `a program that a sealed process may start works as usual`() async {
    await #expect(processExitsWith: .success) {
      #expect(Self.processesWork)
      let folder = try TemporaryFolder()
      simulation_seal_process(true)
      try Simulation.run { simulation in
        simulation.permissions = .processes
        let status = try simulation.perform { system("touch '\(folder.file("touched").path)'") }
        #expect(status == 0)
        #expect(simulation.violations == [])
      }
      #expect(unlink(folder.file("touched").path) == 0)
    }
  }

  /// Ways to change a file.
  static let changes: [(String, @Sendable (String) throws -> Void)] = [
    ("write", { try "x".write(toFile: $0, atomically: false, encoding: .utf8) }),
    ("replacement", { try "x".write(toFile: $0, atomically: true, encoding: .utf8) }),
    ("deletion", { try FileManager.default.removeItem(atPath: $0) }),
    ("move", { try FileManager.default.moveItem(atPath: $0, toPath: $0 + ".old") }),
    ("copy", { try FileManager.default.copyItem(atPath: $0, toPath: $0 + ".copy") }),
    (
      "folder",
      {
        try FileManager.default.createDirectory(
          at: URL(filePath: $0 + ".d"), withIntermediateDirectories: true)
      }
    ),
    (
      "link",
      { try FileManager.default.createSymbolicLink(atPath: $0 + ".l", withDestinationPath: "/") }
    ),
    ("stream", { path in _ = fopen(path, "a") }),
    ("shortening", { path in _ = truncate(path, 0) }),
  ]

  @Test(arguments: changes.indices)
  func `code in a simulation can change files in the temporary folder`(index: Int) throws {
    let folder = try TemporaryFolder(["notes": "before"])
    let change = Self.changes[index].1
    try Simulation.run { simulation in
      try simulation.perform { try change(folder.file("notes").path) }
      #expect(simulation.violations == [])
    }
  }

  @Test(arguments: ["the working folder", "the user's home"])
  func `code in a simulation cannot change files there, even below the temporary folder`(
    place: String
  ) async throws {
    await #expect(processExitsWith: .success) { [place = place as String] in
      let folder = try TemporaryFolder(["notes": "before"])
      if place == "the user's home" {
        setenv("HOME", folder.url.path, 1)
      } else {
        #expect(chdir(folder.url.path) == 0)
      }
      for (name, change) in Self.changes {
        try Simulation.run { simulation in
          try simulation.perform { try? change(folder.file("notes").path) }
          #expect(simulation.violations.contains { $0.leaves }, "\(name): \(simulation.violations)")
        }
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["notes"])
      #expect(try folder.text(of: "notes") == "before")
    }
  }

  @Test func `reading a file is no sandbox violation`() throws {
    try Simulation.run { simulation in
      let text = try simulation.perform { try String(contentsOfFile: #filePath, encoding: .utf8) }
      #expect(text.contains("reading a file is no sandbox violation"))
      #expect(simulation.violations == [])
    }
  }
}

extension SandboxViolation {
  fileprivate var leaves: Bool {
    switch self {
    case .connection, .lookup, .process, .file: true
    default: false
    }
  }
}

/// A server on this machine that counts what arrives.
private final class Listener {
  let port: UInt16
  private let stream: Int32
  private let datagrams: Int32

  init() throws {
    // A port that is free for streams may be in use for datagrams.
    for _ in 0..<100 {
      let stream = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
      let datagrams = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
      if let port = Self.bind(stream, to: 0), Self.bind(datagrams, to: port) != nil {
        (self.port, self.stream, self.datagrams) = (port, stream, datagrams)
        listen(stream, 8)
        return
      }
      close(stream)
      close(datagrams)
    }
    throw POSIXError(.EADDRINUSE)
  }

  /// Binds a socket, and returns its port; `nil` if the port is in use.
  private static func bind(_ file: Int32, to port: UInt16) -> UInt16? {
    guard withAddress(of: port, { Glibc.bind(file, $0, $1) }) == 0 else { return nil }
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutableBytes(of: &address) { bytes in
      guard let pointer = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress else { return }
      _ = getsockname(file, pointer, &length)
    }
    return UInt16(bigEndian: address.sin_port)
  }

  deinit {
    close(stream)
    close(datagrams)
  }

  var hasHeardAnything: Bool {
    var byte: UInt8 = 0
    let connection = accept(stream, nil, nil)
    if connection >= 0 { close(connection) }
    return connection >= 0 || recv(datagrams, &byte, 1, 0) >= 0
  }
}
