import Foundation
import Glibc

/// An app that has not been prepared for story time.
@MainActor
final class LeavingApp {
  private(set) var log: [String] = []

  func connect() {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(9).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    let length = socklen_t(MemoryLayout.size(ofValue: address))
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(file, $0, length) == 0 }
    }
    log.append(isConnected ? "connected" : "not connected")
  }

  func start() {
    var child: pid_t = 0
    let hasStarted = posix_spawn(&child, "/bin/true", nil, nil, [nil], nil) == 0
    log.append(hasStarted ? "started" : "not started")
  }

  func save() {
    let hasSaved = FileManager.default.createFile(atPath: "/var/tmp/leaving-app", contents: nil)
    log.append(hasSaved ? "saved" : "not saved")
  }

  func pause() {
    usleep(20_000)
    log.append("paused")
  }

  func compute() {
    Thread {}.start()
    log.append("computed")
  }

  func computeOnQueue() {
    DispatchQueue(label: "numbers").sync { Thread {}.start() }
  }
}
