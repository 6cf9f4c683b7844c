// The sample of the article on features in Gherkin: a screen that signs in at a server.

import Foundation
import ScenarioHTTP
import ScenarioKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A user's name and password.
struct Credentials: Codable, Sendable {
  var email: String
  var password: String
}

/// The logic of the screen.
@MainActor
final class SignInScreen {
  private struct Answer: Decodable { var name: String }

  private(set) var text = ""
  private var task: Task<Void, Never>?
  private let remember: (String) -> Void

  init(remember: @escaping (String) -> Void) { self.remember = remember }

  deinit { task?.cancel() }

  func signIn(_ credentials: Credentials, on device: String) {
    text = "Please wait"
    task = Task { [weak self] in
      let text: String
      do {
        guard let url = URL(string: "https://shop.example/login") else { return }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = try JSONEncoder().encode(credentials)
        let (data, response) = try await URLSession.shared.data(for: request)
        let isRefused = (response as? HTTPURLResponse)?.statusCode == 401
        text =
          isRefused
          ? "Wrong password" : "Welcome, \(try JSONDecoder().decode(Answer.self, from: data).name)"
      } catch {
        text = "No connection"
      }
      self?.text = text
      self?.remember(device)
    }
  }
}

final class SignInModule: Module {
  static let name = "sign-in"

  private let devices = Spy<String>("a device was remembered")
  private let screen: SignInScreen

  init(_ context: ScenarioContext) {
    let devices = devices
    screen = context.expectReleased(SignInScreen { devices.record($0) })
  }

  static var steps: Steps {
    Steps.streamingServer
    When(
      "I sign in on {string} with", synonyms: "I log in on {string} with", data: Credentials.self
    ) { (module, credentials: Credentials, device: String) in
      module.screen.signIn(credentials, on: device)
    }
    Observe("the remembered devices are") { module in module.devices.calls }
    Observe("I see") { module in module.screen.text }
  }
}
