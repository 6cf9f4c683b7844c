import CSimulation
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Simulation

/// Tests of what belongs to the process and code in simulations sees or changes: its home, its
/// settings, its environment and its working folder.
///
/// Most run in a process of their own, since other tests use these, too.
@Suite("The state of the process")
struct ProcessStateTests {
  @Test func `code in a simulation has a home folder of its own`() throws {
    let outside = NSHomeDirectory()
    try Simulation.run { simulation in
      let homes = try simulation.perform {
        [
          NSHomeDirectory(), FileManager.default.homeDirectoryForCurrentUser.path,
          ("~" as NSString).expandingTildeInPath, getenv("HOME").map { String(cString: $0) } ?? "",
          ProcessInfo.processInfo.environment["HOME"] ?? "",
        ]
      }
      #expect(Set(homes).count == 1)
      #expect(homes[0].hasSuffix("scenarios-\(getpid())/home"))
      let kinds: [FileManager.SearchPathDirectory] = [
        .documentDirectory, .cachesDirectory, .applicationSupportDirectory, .downloadsDirectory,
      ]
      for kind in kinds {
        let folder = try simulation.perform {
          let folder = try FileManager.default.url(
            for: kind, in: .userDomainMask, appropriateFor: nil, create: true)
          try "Hello".write(to: folder.appending(path: "notes"), atomically: true, encoding: .utf8)
          return folder.path
        }
        #expect(folder.hasPrefix(homes[0]), "\(kind)")
      }
      #expect(simulation.violations == [])
    }
    #expect(NSHomeDirectory() == outside)
  }

  @Test func `a simulation begins with an empty home folder`() throws {
    for _ in 0..<2 {
      try Simulation.run { simulation in
        try simulation.perform {
          let home = NSHomeDirectory()
          #expect(try homeContents() == [])
          try "Hello".write(toFile: home + "/notes", atomically: true, encoding: .utf8)
          // Whoever makes a folder read-only must not keep it for the next simulation.
          try FileManager.default.createDirectory(
            atPath: home + "/locked/inner", withIntermediateDirectories: true)
          #expect(chmod(home + "/locked/inner", 0) == 0 && chmod(home + "/locked", 0o500) == 0)
          // Root may open it nevertheless.
          #expect(chmod(home, 0) == 0)
        }
      }
    }
  }

  /// Otherwise a scenario that waits for another one would remove its cookies, and fill its home.
  @Test func `what a simulation left is cleared while no other one runs`() async {
    await #expect(processExitsWith: .success) {
      var cleared = 0
      for _ in 1...3 {
        try saveFile()
        try Simulation.run(
          startingAt: Simulation.defaultStart,
          clearing: {
            cleared += 1
            #expect(NSHomeDirectory().hasSuffix("scenarios-\(getpid())/home"))
            #expect(throws: Simulation.Unavailable.nested) { try Simulation.run { _ in } }
          },
          { simulation in
            let contents = try simulation.perform { try homeContents() }
            #expect(contents == [])
          })
      }
      #expect(cleared == 3)
    }
  }

  @Test func `settings are those of the simulation, and outside those of the user`() async {
    await #expect(processExitsWith: .success) {
      let user = try TemporaryFolder()
      setenv("CFFIXED_USER_HOME", user.url.path, 1)
      UserDefaults.standard.set("dark", forKey: "theme")
      for _ in 0..<2 {
        try Simulation.run { simulation in
          try simulation.perform {
            #expect(UserDefaults.standard.string(forKey: "theme") == nil)
            UserDefaults.standard.set("light", forKey: "theme")
            #expect(UserDefaults.standard.synchronize())
            #expect(UserDefaults.standard.string(forKey: "theme") == "light")
          }
          #expect(simulation.violations == [])
        }
        #expect(UserDefaults.standard.string(forKey: "theme") == "dark")
      }
    }
  }

  @Test func `a simulation puts back the environment and the working folder of the process`() async
  {
    await #expect(processExitsWith: .success) {
      setenv("GREETING", "Hello", 1)
      let (working, mask) = (FileManager.default.currentDirectoryPath, umask(0o022))
      for _ in 0..<2 {
        try Simulation.run { simulation in
          try simulation.perform {
            #expect(getenv("GREETING").map { String(cString: $0) } == "Hello")
            #expect(getenv("FAREWELL") == nil)
            #expect(FileManager.default.currentDirectoryPath == working)
            #expect(umask(0o077) == 0o022)
            unsetenv("GREETING")
            setenv("FAREWELL", "Bye", 1)
            #expect(FileManager.default.changeCurrentDirectoryPath("/"))
          }
        }
      }
      umask(mask)
    }
  }

  /// Foundation creates folders for caches as soon as the process uses them.
  @Test func `a process has its folders though its home is there before a simulation`() async {
    await #expect(processExitsWith: .success) {
      // A process that waits for itself ends.
      alarm(30)
      let home = try #require(simulation_own_process(false) ? getenv("HOME") : nil)
      // The first simulation removes the folders of others that have ended.
      try Simulation.perform {}
      let path = String(cString: home)
      mkdir(String(path.dropLast("/home".count)), 0o700)
      mkdir(path, 0o700)
      for _ in 1...2 {
        // To ask for the home creates both.
        try Simulation.perform {
          for name in ["HOME", "TMPDIR"] {
            let folder = try #require(getenv(name))
            #expect(access(folder, F_OK) == 0)
          }
        }
      }
    }
  }

  @Test func `the folders of a process are removed at its end, or after a kill by the next one`()
    async throws
  {
    let temporary = try TemporaryFolder()
    let path = temporary.url.path
    func left() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: path).count }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      setenv("TMPDIR", path, 1)
      try saveFile()
      kill(getpid(), SIGKILL)
    }
    #expect(try left() == 1)
    await #expect(processExitsWith: .success) { [path = path as String] in
      setenv("TMPDIR", path, 1)
      try saveFile()
      #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 1)
    }
    #expect(try left() == 0)
  }
}

private func homeContents() throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: NSHomeDirectory())
}

private func saveFile() throws {
  try Simulation.perform {
    try "Hello".write(toFile: NSHomeDirectory() + "/notes", atomically: true, encoding: .utf8)
  }
}
