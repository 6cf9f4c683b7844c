import Foundation
import HTTPTypes
import Testing

@testable import ScenarioCommands
@testable import ScenarioHTTP

@Suite("Redirects")
struct RedirectTests {
  @Test(arguments: [
    ("https://b.example", "https://b.example/"),
    ("https://b.example?a=b", "https://b.example/?a=b"),
    ("https://b.example:8443/a/%C3%A9?q=%20%2B&#top", "https://b.example:8443/a/%C3%A9?q=%20%2B&"),
    ("http://[::1]:80/x", "http://[::1]:80/x"),
    ("HTTPS://me:secret@B.example/", "HTTPS://B.example/"),
  ])
  func `a redirected request goes to the address without user and fragment`(
    target: String, address: String
  ) throws {
    let request = HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/a?b")
    let url = try #require(URL(string: target))
    #expect(Redirect.request(to: url, after: 307, of: request, body: nil).0.address == address)
  }

  @Test(arguments: [
    ("/redirect-3/https://b.example/a?b=c", "https://b.example/a?b=c"), ("/redirect-3/a", nil),
    ("/", nil), ("/a", nil), ("//", nil), (nil, nil),
  ])
  func `only an address with a URL in it stands for another one`(path: String?, url: String?) {
    let request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1", path: path)
    #expect(request.standIn?.url.absoluteString == url)
  }

  @Test func `a real server for the scheme's own port gets requests without a port`() throws {
    let servers = [try RealServer("https://a.example:443=http://localhost:8080")]
    #expect(servers.server(for: RequestTarget("https://A.example/x").origin) != nil)
  }
}
