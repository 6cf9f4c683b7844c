import Foundation
import Testing

/// What other pages and programs of the machine may try: each is refused, and nothing is written.
@Suite("Attacks on scenarios studio", .timeLimit(.minutes(5)))
struct StudioAttackTests {
  /// A request that is not the page's.
  struct Attack: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var status: Int?
    var path = "/save"
    var changes: [String: String?] = [:]
    var extra: [String] = []
    var token: Token = .right
    var body: String?

    enum Token { case right, wrong, missing }
  }

  private static let written = "story: Attacked\nmodule: facts\nscenarios: []\n"

  private static func saving(_ path: String) -> String {
    #"{"path":"\#(path)","text":"attacked"}"#
  }

  static let attacks: [Attack] = [
    Attack(
      testDescription: "foreign origin", status: 403,
      changes: ["Origin": "https://evil.example"]),
    Attack(testDescription: "null origin with a token", status: 403, changes: ["Origin": "null"]),
    Attack(testDescription: "no origin", status: 403, changes: ["Origin": nil]),
    Attack(
      testDescription: "origin of another port", status: 403,
      changes: ["Origin": "http://127.0.0.1:1"]),
    Attack(
      testDescription: "two origins", status: 403, extra: ["Origin: https://evil.example"]),
    Attack(
      testDescription: "foreign host", status: 421, changes: ["Host": "evil.example"]),
    Attack(
      testDescription: "foreign host with the port and its own origin", status: 421,
      changes: ["Host": "evil.example:80", "Origin": "http://evil.example:80"]),
    Attack(testDescription: "missing token", status: 401, token: .missing),
    Attack(testDescription: "wrong token", status: 401, token: .wrong),
    Attack(
      testDescription: "form of another page", status: 415,
      changes: ["Content-Type": "application/x-www-form-urlencoded"]),
    Attack(
      testDescription: "form with text", status: 415, changes: ["Content-Type": "text/plain"]),
    Attack(
      testDescription: "request from another site", status: 403,
      extra: ["Sec-Fetch-Site: cross-site"]),
    Attack(
      testDescription: "path above the folder", status: 403, body: saving("../outside.yaml")),
    Attack(testDescription: "absolute path", status: 403, body: saving("/tmp/outside.yaml")),
    Attack(
      testDescription: "path through the folder and out", status: 403,
      body: saving("x/../../outside.yaml")),
    Attack(
      testDescription: "symbolic link to a file outside", status: 403, body: saving("link.yaml")),
    Attack(
      testDescription: "symbolic link to a folder outside", status: 403,
      body: saving("linked/outside.yaml")),
    Attack(
      testDescription: "reading through a symbolic link", status: 403, path: "/open",
      body: #"{"path":"link.yaml"}"#),
    Attack(
      testDescription: "running a story outside of the folder", status: 403, path: "/run",
      body: #"{"paths":["facts.yaml","../outside.yaml"]}"#),
    Attack(
      testDescription: "running through a symbolic link", status: 403, path: "/run",
      body: #"{"paths":["link.yaml"]}"#),
    Attack(
      testDescription: "file that is no story", status: 403, body: saving("Package.swift")),
    Attack(testDescription: "hidden file", status: 403, body: saving(".git/config.yaml")),
    Attack(
      testDescription: "body of 5 MB", status: 413,
      body: #"{"path":"new.yaml","text":"\#(String(repeating: "x", count: 5_000_000))"}"#),
    Attack(testDescription: "body that is no JSON", status: 400, body: "path=new.yaml"),
    Attack(testDescription: "unknown request", status: 404, path: "/delete"),
    Attack(
      testDescription: "code used twice", status: 403, path: "/session",
      body: #"{"code":"CODE"}"#),
    Attack(testDescription: "guessed code", status: 403, path: "/session", body: #"{"code":""}"#),
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
      let expected = attack.status.map { "HTTP/1.1 \($0) " } ?? ""
      #expect(answer.hasPrefix(expected), "\(attack.testDescription): \(answer.prefix(200))")
      #expect(!answer.contains("secret: 42"))
      #expect(try snapshot(of: root) == before, "\(attack.testDescription)")
    }
    // The page's own request is served.
    let answer = try studio.post("/save", Self.saving("new.yaml"), token: token)
    #expect(answer.hasPrefix("HTTP/1.1 200 "))
    #expect(try snapshot(of: root) != before)
  }

  @Test func `a story that a link has outside of the folder is no story, and named as a problem`()
    throws
  {
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
    let studio = try RunningStudio(
      setUp: "resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))")
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
    let studio = try RunningStudio(
      setUp: "resource.setrlimit(resource.RLIMIT_NOFILE, (128, 1024))")
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

  @Test func `the page may load nothing, be in no frame, and tells no other server its address`()
    throws
  {
    let studio = try RunningStudio()
    let page = try studio.send(
      "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)\r\nConnection: close\r\n\r\n")
    #expect(page.hasPrefix("HTTP/1.1 200 "))
    #expect(page.contains("default-src 'none'"))
    #expect(page.contains("frame-ancestors 'none'"))
    #expect(page.contains("Referrer-Policy: no-referrer"))
    #expect(page.contains("Cache-Control: no-store"))
    #expect(!page.contains(studio.code))
  }

  @Test func `only the page's own script runs, by a number that each page has anew`() throws {
    let studio = try RunningStudio()
    func nonce() throws -> Substring {
      let page = try studio.send(
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)\r\nConnection: close\r\n\r\n")
      let nonce = try #require(page.firstMatch(of: /script-src 'nonce-([0-9a-f]{32})';/)?.1)
      #expect(page.contains("<script nonce=\"\(nonce)\">"))
      #expect(page.matches(of: /<script(?! type="application\/json")/).count == 1)
      return nonce
    }
    #expect(try nonce() != nonce())
    let answer = try studio.post("/stories", "{}", token: try studio.enter())
    #expect(answer.contains("script-src 'none'"))
  }

  @Test func `with --read-only nothing can be saved`() throws {
    let studio = try RunningStudio(options: ["--read-only"])
    let before = try snapshot(of: studio.folder.url)
    let token = try studio.enter()
    let answer = try studio.post("/save", Self.saving("new.yaml"), token: token)
    #expect(answer.hasPrefix("HTTP/1.1 403 "))
    #expect(answer.contains("--read-only"))
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
