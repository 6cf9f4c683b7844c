import ArgumentParser
import FlyingSocks
import Foundation
import ScenarioLanguage
import ScenarioRunning

struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio", abstract: "Read, write and try stories on a page in the browser.",
    discussion: """
      The page shows all stories with their verdicts, and what the app shows after each step. A \
      story runs while it is typed. The server is reached from this machine only, and only by the \
      page that opens the printed address, which can be opened once, or the printed file, which \
      only you can read. It ends with Ctrl-C.
      """)

  @Option(help: .folder, transform: PackageFolder.path) var folder = Choice.defaultFolder

  @Option(
    help: .init(
      "The port to listen on (default: \(Self.usualPort), or a free one).", valueName: "n"))
  var port: UInt16?

  /// Browsers keep unsaved texts for an address, so it should be the same each time.
  private static let usualPort: UInt16 = 7357

  @Flag(help: "Refuse to change files.") var readOnly = false

  @Flag(help: "Only print the address, and open no browser.") var noOpen = false

  func run() throws {
    // In an empty folder, the page begins with the first story.
    if (try? FileManager.default.contentsOfDirectory(atPath: folder))?.isEmpty != true {
      try InputError.check(ScenariosFolder(folder).find([]).problems)
    }
    RealTimeOptions.report()
    Self.allowConnections()
    let studio = Studio(folder: folder, isReadOnly: readOnly)
    let (port, opensBrowser) = (port, !noOpen)
    let history = RunHistory.url(ofStoriesIn: folder).absoluteURL
    try MainRunLoop.run {
      let started = try await Self.start(studio, port: port, history: history)
      let file = started.opener.absoluteString
      Console.output.write("Open this address; it works once:\n\(started.address)\n")
      Console.output.write("In another tab, open this file, which only you can read:\n\(file)\n")
      if opensBrowser { Self.openBrowser(at: file) }
      // The process that runs stories ends with its input, when this process ends.
      do { try await started.run() } catch {
        Console.error.write("the server has ended: \(error.localizedDescription)\n")
        throw ExitCode(1)
      }
    }
  }

  private static func start(
    _ studio: Studio, port: UInt16?, history: URL
  ) async throws -> StudioServer {
    do {
      return try await StudioServer(studio, port: port ?? usualPort, history: history)
    } catch  where port == nil {
      return try await StudioServer(studio, port: 0, history: history)
    } catch {
      throw Diagnostic(
        "the port \(port ?? 0) can't be used: \(Self.reason(of: error))",
        hints: ["Choose another one with --port, or leave it out."])
    }
  }

  private static func reason(of error: any Error) -> String {
    if case SocketError.failed(_, _, let message) = error { message } else { "\(error)" }
  }

  /// Allows more descriptors than usual, but not so many that it takes long to close them all, as
  /// programs do that this one starts.
  ///
  /// Each connection has one, and FlyingFox loses one whenever it has to listen again.
  private static func allowConnections() {
    #if canImport(Darwin)
    let descriptors = RLIMIT_NOFILE
    #else
    let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    var limit = rlimit()
    guard getrlimit(descriptors, &limit) == 0 else { return }
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 10_240))
    setrlimit(descriptors, &limit)
  }

  /// Opens the user's browser where there is a screen.
  private static func openBrowser(at address: String) {
    let environment = ProcessInfo.processInfo.environment
    guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["xdg-open", address]
    (process.standardOutput, process.standardError) = (nil, nil)
    // The address was printed.
    try? process.run()
  }
}
