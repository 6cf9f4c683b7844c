import Dispatch
import Foundation
import Glibc
import Synchronization

/// A way in which code tries to reach an address, or to be reached.
enum WayToTheNetwork: CaseIterable {
  case connection, systemCall, withoutWaiting, onAQueue, inADetachedTask, onAThread
  case datagram, messageOfADatagram, connectedDatagram, localSocket, server
  case lookup, oldLookup, host, newProtocol
  case program, spawnedProgram, shell, pipe, copyOfTheProcess

  /// Tries to send to a port of this machine, nonisolated so that closures can run on any thread.
  func take(to port: UInt16) {
    let command = "echo leaves > /dev/tcp/127.0.0.1/\(port)"
    switch self {
    case .connection: connectSocket(SOCK_STREAM, to: port)
    case .systemCall:
      withAddress(of: port) { _ = syscallConnect(newSocket(SOCK_STREAM), $0, $1) }
    case .withoutWaiting:
      connectSocket(__socket_type(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), to: port)
    case .onAQueue: DispatchQueue.global().sync { connectSocket(SOCK_STREAM, to: port) }
    case .inADetachedTask: Task.detached { connectSocket(SOCK_STREAM, to: port) }
    case .onAThread:
      let hasEnded = Flag()
      Thread {
        connectSocket(SOCK_STREAM, to: port)
        hasEnded.raise()
      }.start()
      while !hasEnded.isRaised { sched_yield() }
    case .datagram:
      withAddress(of: port) { _ = sendto(newSocket(SOCK_DGRAM), "leaves", 6, 0, $0, $1) }
    case .messageOfADatagram:
      withAddress(of: port) { address, length in
        var message = msghdr()
        message.msg_name = UnsafeMutableRawPointer(mutating: address)
        message.msg_namelen = length
        _ = sendmsg(newSocket(SOCK_DGRAM), &message, 0)
      }
    case .connectedDatagram:
      withAddress(of: port) { address, length in
        let file = newSocket(SOCK_DGRAM)
        _ = connect(file, address, length)
        _ = send(file, "leaves", 6, 0)
      }
    case .localSocket:
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "/run/daemon".utf8) }
      withUnsafeBytes(of: &address) { bytes in
        let pointer = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
        let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        _ = connect(file, pointer, socklen_t(bytes.count))
        close(file)
      }
    case .server: withAddress(of: 0) { _ = bind(newSocket(SOCK_STREAM), $0, $1) }
    case .lookup:
      var found: UnsafeMutablePointer<addrinfo>?
      _ = getaddrinfo("localhost", nil, nil, &found)
    case .oldLookup: _ = gethostbyname("localhost")
    case .host: _ = Host(name: "localhost").addresses
    case .newProtocol:
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      withUnsafeBytes(of: &address) { bytes in
        let pointer = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
        let file = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        _ = connect(file, pointer, socklen_t(bytes.count))
        close(file)
      }
    case .program:
      _ = try? Process.run(URL(filePath: "/bin/bash"), arguments: ["-c", command])
    case .spawnedProgram:
      var child: pid_t = 0
      var arguments: [UnsafeMutablePointer<CChar>?] = [
        strdup("bash"), strdup("-c"), strdup(command), nil,
      ]
      _ = posix_spawn(&child, "/bin/bash", nil, nil, &arguments, environ)
      for argument in arguments { free(argument) }
    case .shell: _ = system("bash -c '\(command)'")
    case .pipe: _ = popen("bash -c '\(command)'", "r")
    case .copyOfTheProcess: _ = forkCopy()
    }
  }
}

/// Swift's overlay hides these functions, because a program can hardly use them rightly.
@_silgen_name("fork") private func forkCopy() -> pid_t
@_silgen_name("syscall") private func systemCall(
  _ number: Int, _ first: Int, _ second: Int, _ third: Int
) -> Int

private func syscallConnect(
  _ file: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int {
  #if arch(x86_64)
  let number = 42
  #else
  let number = 203
  #endif
  return systemCall(number, Int(file), Int(bitPattern: address), Int(length))
}

private func newSocket(_ type: __socket_type) -> Int32 {
  socket(AF_INET, Int32(type.rawValue), 0)
}

private func connectSocket(_ type: __socket_type, to port: UInt16) {
  withAddress(of: port) { address, length in
    let file = newSocket(type)
    _ = connect(file, address, length)
    _ = send(file, "leaves", 6, Int32(MSG_NOSIGNAL))
    close(file)
  }
}

/// Calls a closure with the address of a port on this machine.
func withAddress<R>(
  of port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R
) -> R {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
  return withUnsafeBytes(of: &address) { bytes in
    guard let pointer = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress else {
      fatalError("an address has bytes")
    }
    return body(pointer, socklen_t(bytes.count))
  }
}

/// libc's own functions, which this package does not replace: as a library calls them that is linked
/// statically.
struct SystemFunctions: Sendable {
  private typealias Connect = @convention(c) (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  private typealias Open = @convention(c) (UnsafePointer<CChar>, Int32, mode_t) -> Int32

  /// Returns whether the port can be reached.
  func connects(to port: UInt16) -> Bool {
    let function = unsafeBitCast(dlsym(dlopen("libc.so.6", RTLD_NOW), "connect"), to: Connect.self)
    let file = newSocket(SOCK_STREAM)
    defer { close(file) }
    return withAddress(of: port) { function(file, $0, $1) } == 0
  }

  /// Returns whether a file can be created.
  func creates(_ path: String) -> Bool {
    let function = unsafeBitCast(dlsym(dlopen("libc.so.6", RTLD_NOW), "open"), to: Open.self)
    let file = function(path, O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    return file >= 0
  }
}
