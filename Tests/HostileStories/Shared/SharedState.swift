import Foundation
import FoundationNetworking
import Synchronization

/// A kind of state that all scenarios in a process share.
enum SharedState: String, CaseIterable {
  case session, counter, cache, clock, defaults, environment, folder, file, home, cookies, actor
  case numbers = "random numbers"

  /// Uses the state as the app does for a user.
  ///
  /// - Returns: The value that the app then shows: 1 in a fresh process, or 500 for `counter`.
  @MainActor
  func use(by user: Int) async throws -> Int {
    switch self {
    case .session: Session.shared.signIn(user)
    case .counter: await Counter.shared.count(to: 500)
    case .cache: Cache.shared.load(page: user % 7)
    case .clock: try await Self.secondsSinceLaunch(launchedAfter: user % 5)
    case .defaults: Self.launchesInDefaults()
    case .environment: Self.launchesInEnvironment()
    case .folder: try Self.depthOfFolder()
    case .file: try Self.launches(in: FileManager.default.temporaryDirectory)
    case .home: try Self.launches(in: FileManager.default.homeDirectoryForCurrentUser)
    case .cookies: Self.launchesInCookies()
    case .numbers: Int.random(in: 1..<1_000_000)
    case .actor: await SlowActor.shared.answer(user)
    }
  }

  /// Returns the seconds since the first read of `launched`, which is 1 in a fresh process.
  ///
  /// Time passes before the first read, which only the first scenario of a process performs.
  private static func secondsSinceLaunch(launchedAfter seconds: Int) async throws -> Int {
    try await Task.sleep(for: .seconds(seconds))
    _ = launched
    try await Task.sleep(for: .seconds(1))
    return Int(Date().timeIntervalSince(launched).rounded())
  }

  private static func launchesInDefaults() -> Int {
    let launches = UserDefaults.standard.integer(forKey: "hostile launches") + 1
    UserDefaults.standard.set(launches, forKey: "hostile launches")
    return launches
  }

  private static func launchesInEnvironment() -> Int {
    let launches = (getenv("HOSTILE_LAUNCHES").flatMap { Int(String(cString: $0)) } ?? 0) + 1
    setenv("HOSTILE_LAUNCHES", "\(launches)", 1)
    return launches
  }

  private static func depthOfFolder() throws -> Int {
    let files = FileManager.default
    if !files.currentDirectoryPath.hasSuffix("inner") {
      _ = files.changeCurrentDirectoryPath(files.temporaryDirectory.path)
    }
    try files.createDirectory(atPath: "inner", withIntermediateDirectories: true)
    guard files.changeCurrentDirectoryPath("inner") else { throw CocoaError(.fileNoSuchFile) }
    return files.currentDirectoryPath.split(separator: "/").count { $0 == "inner" }
  }
}

extension SharedState {
  private static func launches(in folder: URL) throws -> Int {
    let file = folder.appending(path: "launches")
    let launches = ((try? String(contentsOf: file, encoding: .utf8)).flatMap { Int($0) } ?? 0) + 1
    try "\(launches)".write(to: file, atomically: true, encoding: .utf8)
    return launches
  }

  private static func launchesInCookies() -> Int {
    let cookies = HTTPCookieStorage.shared
    let name = "launch-\(cookies.cookies?.count ?? 0)"
    HTTPCookie(properties: [.name: name, .value: "1", .domain: "a.example", .path: "/"])
      .map(cookies.setCookie)
    return cookies.cookies?.count ?? 0
  }
}

/// The launch time of the app, set when it is first read.
private let launched = Date()

/// The users that are signed in.
@MainActor
private final class Session {
  static let shared = Session()

  private var names: [Int: String] = [:]

  func signIn(_ user: Int) -> Int {
    names[user] = "user \(user)"
    return names.count
  }
}

/// A counter that many tasks increment.
private actor Counter {
  static let shared = Counter()

  private var value = 0

  nonisolated func count(to number: Int) async -> Int {
    for _ in 0..<number { await increase() }
    return await value
  }

  private func increase() { value += 1 }
}

/// A cache of loaded pages.
private final class Cache: Sendable {
  static let shared = Cache()

  private let pages = Mutex<[Int: [UInt8]]>([:])

  /// - Returns: The number of pages that had to be loaded.
  func load(page: Int) -> Int {
    pages.withLock { pages in
      guard pages[page] == nil else { return 0 }
      pages[page] = Array(repeating: UInt8(page), count: 100_000)
      return 1
    }
  }
}

/// An actor that every tenth user keeps busy forever.
private actor SlowActor {
  static let shared = SlowActor()

  nonisolated func answer(_ user: Int) async -> Int {
    let answer = await answer()
    if user.isMultiple(of: 10) { Task { await work() } }
    return answer
  }

  private func answer() -> Int { 1 }

  private func work() async {
    while !Task.isCancelled { await Task.yield() }
  }
}
