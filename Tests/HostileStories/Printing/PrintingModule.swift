import Foundation
import ScenarioKit

/// An app that prints and changes state shared by its whole process.
///
/// The app encloses its output in « and », to distinguish the output from the story's own text.
final class PrintingModule: Module {
  static let name = "printing"
  static let permissions: SandboxPermissions = .processes

  init(_ context: ScenarioContext) {}

  static var steps: Steps {
    When("the app prints {string}") { (_, text: String) in print("«\(text)»") }
    When("the app prints {string} without a newline") { (_, text: String) in
      print("«\(text)»", terminator: "")
    }
    When("the app prints {string} to standard error") { (_, text: String) in
      FileHandle.standardError.write(Data("«\(text)»\n".utf8))
    }
    When("the app writes {string} to descriptor {int}") { (_, text: String, descriptor: Int) in
      let bytes = Array("«\(text)»\n".utf8)
      write(Int32(descriptor), bytes, bytes.count)
    }
    When("the app prints {int} MB") { (_, count: Int) in
      // 65,536 lines of 16 bytes are 1 MB.
      for _ in 0..<(count << 16) { print("0123456789abcde") }
    }
    When("the app dies by {string}") { (_, way: String) in try Death(named: way).happen() }
    When("the app forks, and its child goes on") { _ in ForkedApp.fork() }
    When("the app kills its process group") { _ in kill(0, SIGKILL) }
    When("the app changes its umask") { _ in umask(0o777) }
    When("the app changes its folder to {string}") { (_, path: String) in chdir(path) }
    When("the app closes its output") { _ in
      close(1)
      close(2)
    }
    When("the app closes all of its files") { _ in
      for descriptor in Int32(0)..<1024 { close(descriptor) }
    }
    When("the app ignores SIGINT and SIGTERM") { _ in
      signal(SIGINT, SIG_IGN)
      signal(SIGTERM, SIG_IGN)
    }
    When("the app starts a process that stays") { _ in try Child.start("/bin/sleep", "1000") }
    When("the app starts a daemon that sleeps {int} s") { (_, seconds: Int) in
      try Child.start("/usr/bin/setsid", "--fork", "sleep", "\(seconds)")
    }
    Then("all is well") { _ in }
  }
}

/// A process that outlives the scenario that started it.
private enum Child {
  static func start(_ program: String, _ rest: String...) throws {
    var arguments = copies(of: [program] + rest)
    var environment = copies(
      of: ProcessInfo.processInfo.environment.map { "\($0)=\($1)" })
    defer { for text in arguments + environment { free(text) } }
    var child: pid_t = 0
    let error = posix_spawn(&child, program, nil, nil, &arguments, &environment)
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EINVAL) }
  }

  private static func copies(of texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
    texts.map { strdup($0) } + [nil]
  }
}

/// Access to `fork`, which Swift makes unavailable because it is unsafe with threads.
private enum ForkedApp {
  static func fork() {
    typealias Fork = @convention(c) () -> pid_t
    guard let address = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "fork") else { return }
    _ = unsafeBitCast(address, to: Fork.self)()
  }
}
