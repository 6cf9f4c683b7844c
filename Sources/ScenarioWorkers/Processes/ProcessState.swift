import CSimulation
import CWorkers
import Foundation
import ScenarioRunning

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The state of a process that an app can change and that must not affect the next scenario: its
/// folders, environment, settings, cookies and cached responses.
///
/// What can't be put back, such as a static variable, is found by scenarios that run alone.
struct ProcessState: Sendable {
  private let workingFolder: Int32
  private let mask: mode_t
  private let environment: [String: String]

  /// Makes scenarios of this process begin with its current state.
  ///
  /// - Parameters:
  ///   - isSealed: Whether the process is sealed, and gets a home folder and a temporary folder of
  ///     its own. Live runs use those of the user.
  ///   - startsPrograms: Whether the app may start programs.
  init(isSealed: Bool = true, startsPrograms: Bool) throws {
    workingFolder = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard workingFolder >= 0 else { throw SystemError("open") }
    mask = umask(0)
    umask(mask)
    if isSealed {
      try Self.createFolders()
      simulation_seal_process(startsPrograms)
    }
    environment = ProcessInfo.processInfo.environment
    _ = simulation_take_changes()
    Runner.restore.withLock { [self] in $0 = { restore() } }
  }

  /// Makes the folders of this process the home folder and the temporary folder.
  private static func createFolders() throws {
    let own = folder(of: getpid())
    for folder in [own, own + "/home", own + "/tmp"]
    where mkdir(folder, 0o700) != 0 && errno != EEXIST {
      throw SystemError("mkdir")
    }
    // Foundation prefers CFFIXED_USER_HOME.
    for name in ["CFFIXED_USER_HOME", "HOME"] { setenv(name, own + "/home", 1) }
    setenv("TMPDIR", own + "/tmp", 1)
    for name in ["CACHE", "CONFIG", "DATA", "STATE"] { unsetenv("XDG_\(name)_HOME") }
    // The zone of most stories, which then need not change it.
    NSTimeZone.default = .gmt
  }

  /// Puts back what a scenario has changed.
  private func restore() {
    fchdir(workingFolder)
    umask(mask)
    guard simulation_take_changes() else { return }
    let now = ProcessInfo.processInfo.environment
    for name in now.keys where environment[name] == nil { unsetenv(name) }
    for (name, value) in environment where now[name] != value { setenv(name, value, 1) }
    HTTPCookieStorage.shared.removeCookies(since: .distantPast)
    URLCache.shared.removeAllCachedResponses()
    #if !canImport(Darwin)
    // First, since settings that are not in a file yet are written to one now.
    forgetSettings()
    #endif
    Self.empty(Self.folder(of: getpid()))
  }

  /// Removes the folders of a process that has ended.
  static func remove(of process: pid_t) {
    let own = folder(of: process)
    // The folders are nearly always empty.
    for folder in [own + "/home", own + "/tmp", own] where rmdir(folder) != 0 && errno == ENOTEMPTY
    {
      try? FileManager.default.removeItem(atPath: own)
      return
    }
  }

  private static func empty(_ own: String) {
    for folder in [own + "/home", own + "/tmp"] {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
        try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
    }
  }

  private static let base = FileManager.default.temporaryDirectory.path

  /// The folder with the home folder and the temporary one of a process.
  private static func folder(of process: pid_t) -> String {
    "\(base)/scenarios-\(process)"
  }
}

#if !canImport(Darwin)
/// Makes `UserDefaults` read the files of settings anew; CoreFoundation exports this function.
@_silgen_name("CFPreferencesFlushCaches")
private func forgetSettings()
#endif
