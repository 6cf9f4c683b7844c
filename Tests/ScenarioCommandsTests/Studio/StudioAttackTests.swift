import Foundation
import Testing

/// Attacks by other pages and programs of the machine: each is refused, and nothing is written.
@Suite("Attacks on scenarios studio", .timeLimit(.minutes(5)))
struct StudioAttackTests {
  /// A request that is not the page's.
  struct Attack: Sendable {
    var name: String
    var status: Int
    var path: String
    var changes: [String: String?]
    var extra: [String]
    var token: Token
    var body: String?

    enum Token { case right, wrong, missing }

    init(
      _ name: String, _ status: Int, path: String = "/save", changes: [String: String?] = [:],
      extra: [String] = [], token: Token = .right, body: String? = nil
    ) {
      (self.name, self.status, self.path, self.changes) = (name, status, path, changes)
      (self.extra, self.token, self.body) = (extra, token, body)
    }
  }

  private static func saving(_ path: String) -> String {
    #"{"path":"\#(path)","text":"attacked"}"#
  }

  static let attacks: [Attack] = [
    Attack("foreign origin", 403, changes: ["Origin": "https://evil.example"]),
    Attack("null origin with a token", 403, changes: ["Origin": "null"]),
    Attack("no origin", 403, changes: ["Origin": nil]),
    Attack("origin of another port", 403, changes: ["Origin": "http://127.0.0.1:1"]),
    Attack("two origins", 403, extra: ["Origin: https://evil.example"]),
    Attack("foreign host", 421, changes: ["Host": "evil.example"]),
    Attack(
      "foreign host with the port and its own origin", 421,
      changes: ["Host": "evil.example:80", "Origin": "http://evil.example:80"]),
    Attack("missing token", 401, token: .missing),
    Attack("wrong token", 401, token: .wrong),
    Attack(
      "form of another page", 415, changes: ["Content-Type": "application/x-www-form-urlencoded"]),
    Attack("form with text", 415, changes: ["Content-Type": "text/plain"]),
    Attack("request from another site", 403, extra: ["Sec-Fetch-Site: cross-site"]),
    Attack("path above the folder", 403, body: saving("../outside.yaml")),
    Attack("absolute path", 403, body: saving("/tmp/outside.yaml")),
    Attack("path through the folder and out", 403, body: saving("x/../../outside.yaml")),
    Attack("symbolic link to a file outside", 403, body: saving("link.yaml")),
    Attack("symbolic link to a folder outside", 403, body: saving("linked/outside.yaml")),
    Attack(
      "reading through a symbolic link", 403, path: "/open", body: #"{"path":"link.yaml"}"#),
    Attack(
      "running a story outside of the folder", 403, path: "/run",
      body: #"{"paths":["facts.yaml","../outside.yaml"]}"#),
    Attack(
      "running through a symbolic link", 403, path: "/run", body: #"{"paths":["link.yaml"]}"#),
    Attack("file that is no story", 403, body: saving("Package.swift")),
    Attack("hidden file", 403, body: saving(".git/config.yaml")),
    Attack(
      "body of 5 MB", 413,
      body: #"{"path":"new.yaml","text":"\#(String(repeating: "x", count: 5_000_000))"}"#),
    Attack("body that is no JSON", 400, body: "path=new.yaml"),
    Attack("unknown request", 404, path: "/delete"),
    Attack("code used twice", 403, path: "/session", body: #"{"code":"CODE"}"#),
    Attack("guessed code", 403, path: "/session", body: #"{"code":""}"#),
  ]

  @Test func `requests that are not the page's are refused and write nothing`() throws {
    let studio = try RunningStudio(files: [
      "Scenarios/facts.yaml": RunningStudio.story, "secret.yaml": "secret: 42\n",
      "elsewhere/there.yaml": "",
    ])
    let root = studio.folder.url
    let files = FileManager.default
    try files.createSymbolicLink(
      at: root.appending(path: "Scenarios/link.yaml"),
      withDestinationURL: root.appending(path: "secret.yaml"))
    try files.createSymbolicLink(
      at: root.appending(path: "Scenarios/linked"),
      withDestinationURL: root.appending(path: "elsewhere"))
    let before = try snapshot(of: root)
    let token = try studio.enter()
    for attack in Self.attacks {
      let body = attack.body?.replacing("CODE", with: studio.code) ?? Self.saving("new.yaml")
      let used: String? =
        switch attack.token {
        case .right: token
        case .wrong: String(token.reversed())
        case .missing: nil
        }
      let answer = try studio.post(
        attack.path, body, token: used, changing: attack.changes, adding: attack.extra)
      #expect(
        answer.hasPrefix("HTTP/1.1 \(attack.status) "), "\(attack.name): \(answer.prefix(200))")
      #expect(!answer.contains("secret: 42"))
      #expect(try snapshot(of: root) == before, "\(attack.name)")
    }
    // The page's own request is served.
    let answer = try studio.post("/save", Self.saving("new.yaml"), token: token)
    #expect(answer.hasPrefix("HTTP/1.1 200 "))
    #expect(try snapshot(of: root) != before)
  }

  @Test func `a link to a story outside of the folder is named as a problem`() throws {
    let studio = try RunningStudio(files: [
      "Scenarios/facts.yaml": RunningStudio.story, "elsewhere.yaml": RunningStudio.story,
    ])
    let root = studio.folder.url
    try FileManager.default.createSymbolicLink(
      at: root.appending(path: "Scenarios/link.yaml"),
      withDestinationURL: root.appending(path: "elsewhere.yaml"))
    let answer = try studio.post("/stories", "{}", token: try studio.enter())
    #expect(answer.contains(#""path":"facts.yaml""#))
    #expect(!answer.contains(#""path":"link.yaml""#))
    #expect(
      answer.contains(#""problems":["\"link.yaml\" leads out of the folder of stories"]"#),
      "\(answer)")
  }

  @Test(arguments: [false, true])
  func `a body of 64 MiB is refused without being kept`(inChunks: Bool) throws {
    let studio = try RunningStudio()
    let before = try studio.peakMemory
    let part = String(repeating: "x", count: 1 << 20)
    let body =
      inChunks
      ? String(repeating: "100000\r\n\(part)\r\n", count: 64) + "0\r\n\r\n"
      : String(repeating: part, count: 64)
    let answer = try studio.post(
      "/session", body, token: nil, changing: inChunks ? ["Content-Length": nil] : [:],
      adding: inChunks ? ["Transfer-Encoding: chunked"] : [])
    #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer.prefix(200))")
    #expect(try studio.peakMemory < before + 32)
  }

  @Test func `requests that no browser of the page sends are refused`() throws {
    let studio = try RunningStudio()
    let host = "127.0.0.1:\(studio.port)"
    let requests = [
      "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: \(host)\r\nHost: evil.example\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: \(host)\r\nSec-Fetch-Site: cross-site\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: \(host)\r\nSec-Fetch-Site: cross-site\r\n"
        + "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe\r\n\r\n",
      "GET /stories HTTP/1.1\r\nHost: \(host)\r\n\r\n",
      "GET /../../etc/passwd HTTP/1.1\r\nHost: \(host)\r\n\r\n",
      "OPTIONS /save HTTP/1.1\r\nHost: \(host)\r\nOrigin: https://evil.example\r\n"
        + "Access-Control-Request-Method: POST\r\n\r\n",
      "GET /wait HTTP/1.1\r\nHost: \(host)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Origin: https://evil.example\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        + "Sec-WebSocket-Version: 13\r\n\r\n",
    ]
    for request in requests {
      let answer = try studio.send(request)
      #expect(
        !answer.hasPrefix("HTTP/1.1 2") && !answer.hasPrefix("HTTP/1.1 1"), "\(request)\(answer)")
      #expect(!answer.lowercased().contains("access-control-allow"))
    }
  }

  @Test func `the studio goes on after more connections than it has descriptors`() throws {
    let studio = try RunningStudio(setUp: "resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))")
    let token = try studio.enter()
    var connections: [Int32] = []
    defer { for file in connections { close(file) } }
    // Those that are opened while the server starts again are refused.
    for _ in 0..<160 { if let file = try? studio.connection() { connections.append(file) } }
    #expect(studio.error().contains("starts again: SocketError. Accept(24)"))
    let clock = ContinuousClock()
    let end = clock.now + .seconds(60)
    var answer = ""
    while answer.isEmpty, clock.now < end {
      answer = (try? studio.post("/open", #"{"path":"facts.yaml"}"#, token: token)) ?? ""
    }
    #expect(answer.hasPrefix("HTTP/1.1 200 "))
  }

  @Test func `the studio has as many connections as the system allows`() throws {
    let studio = try RunningStudio(setUp: "resource.setrlimit(resource.RLIMIT_NOFILE, (128, 1024))")
    let token = try studio.enter()
    let connections = try (0..<200).map { _ in try studio.connection() }
    defer { for file in connections { close(file) } }
    let request = studio.request("/open", #"{"path":"facts.yaml"}"#, token: token)
    for file in connections {
      try studio.begin(request, on: file)
      #expect(RunningStudio.answer(on: file).hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test func `the quit signal of a terminal ends the studio`() throws {
    let studio = try RunningStudio(setUp: "signal.pthread_sigmask(signal.SIG_SETMASK, [])")
    #expect(studio.end(by: SIGQUIT) == -SIGQUIT)
  }

  @Test func `only its owner can read the file that opens the page, as often as needed`() throws {
    let studio = try RunningStudio()
    func code() throws -> String {
      let text = try String(contentsOf: studio.opener, encoding: .utf8)
      return String(try #require(text.firstMatch(of: /url=http:[^#"]*#([0-9a-f]{32})"/)?.1))
    }
    let folder = studio.opener.deletingLastPathComponent().path
    let attributes = try FileManager.default.attributesOfItem(atPath: folder)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    #expect(try code() == studio.code)
    let token = try studio.enter()
    let next = try code()
    #expect(next != studio.code)
    // Another tab leaves the first one alone.
    #expect(try studio.enter(next) == token)
    #expect(try studio.post("/session", #"{"code":"\#(next)"}"#, token: nil).contains(" 403 "))
    #expect(try studio.post("/stories", "{}", token: token).hasPrefix("HTTP/1.1 200 "))
    // A browser says that the page is opened from elsewhere.
    let page = try studio.send(
      "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)\r\nSec-Fetch-Site: cross-site\r\n"
        + "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\nConnection: close\r\n\r\n")
    #expect(page.hasPrefix("HTTP/1.1 200 "))
  }

  @Test func `the page may load nothing, be in no frame, and run no script but its own`() throws {
    let studio = try RunningStudio()
    /// Returns the number of the page's script, which each page has anew.
    func nonce() throws -> Substring {
      let page = try studio.send(
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)\r\nConnection: close\r\n\r\n")
      #expect(page.hasPrefix("HTTP/1.1 200 "))
      let headers = [
        "default-src 'none'", "frame-ancestors 'none'", "Referrer-Policy: no-referrer",
        "Cache-Control: no-store",
      ]
      #expect(headers.filter { !page.contains($0) } == [])
      #expect(!page.contains(studio.code))
      let nonce = try #require(page.firstMatch(of: /script-src 'nonce-([0-9a-f]{32})';/)?.1)
      #expect(page.contains("<script nonce=\"\(nonce)\">"))
      #expect(page.matches(of: /<script(?! type="application\/json")/).count == 1)
      return nonce
    }
    #expect(try nonce() != nonce())
    let answer = try studio.post("/stories", "{}", token: try studio.enter())
    #expect(answer.contains("script-src 'none'"))
  }

  @Test func `with --read-only nothing can be saved or created`() throws {
    let studio = try RunningStudio(options: ["--read-only"])
    let before = try snapshot(of: studio.folder.url)
    let token = try studio.enter()
    for (path, body) in [
      ("/save", Self.saving("new.yaml")), ("/new-story", StudioSavingTests.newStory("new.yaml")),
    ] {
      let answer = try studio.post(path, body, token: token)
      #expect(answer.hasPrefix("HTTP/1.1 403 "), "\(path)")
      #expect(answer.contains("--read-only"), "\(path)")
    }
    #expect(try snapshot(of: studio.folder.url) == before)
  }

  /// Returns the files of a folder with their texts.
  private func snapshot(of folder: URL) throws -> [String: String] {
    var texts: [String: String] = [:]
    // The studio's own file is beside the history.
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where !path.contains(".scenarios") {
      texts[path] = try? String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
    return texts
  }
}
