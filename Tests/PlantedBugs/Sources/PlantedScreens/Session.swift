import Foundation
import PlantedStories
import ScenarioHTTP
import ScenarioKit

/// Keeps the session of the user, and renews its token before it expires or when it is refused.
@MainActor
final class SessionService {
  struct Session: Decodable {
    var token: String
    var name: String
    var expiresIn: Int
  }

  struct SignedOut: Error {}

  private(set) var session: Session? {
    didSet { onChange?() }
  }
  var onChange: (() -> Void)?
  var onExpiry: (() -> Void)?
  private let client = Client()
  private var renewal: Task<Void, Never>?

  deinit { renewal?.cancel() }

  func signIn(_ email: String, password: String) async throws {
    begin(try await client.post("sessions", ["email": email, "password": password]))
  }

  func signOut() {
    // The bug `renew`: the timer that renews the token goes on.
    if !Planted.hasOther("renew") { renewal?.cancel() }
    session = nil
  }

  func orders() async throws -> [String] {
    guard let token = session?.token else { throw SignedOut() }
    do {
      return try await client.get("orders", token: token)
    } catch let error as ServerError where error.status == 401 {
      try await renew(token)
      return try await client.get("orders", token: session?.token)
    }
  }

  private func begin(_ session: Session) {
    self.session = session
    renewal?.cancel()
    renewal = Task { [weak self] in
      guard (try? await Task.sleep(for: .seconds(session.expiresIn - 10))) != nil else { return }
      // After another error than that the session is over, the next request renews it.
      try? await self?.renew(session.token)
    }
  }

  private func renew(_ token: String) async throws {
    do {
      let new: Session = try await client.post("token", ["token": token])
      // The bug `signout`: a user who has signed out meanwhile is signed in again.
      guard session?.token == token || Planted.hasOther("signout") else { throw SignedOut() }
      begin(new)
    } catch let error as ServerError where error.status == 401 {
      if session?.token == token || Planted.hasOther("renew") { expire() }
      throw error
    }
  }

  private func expire() {
    renewal?.cancel()
    session = nil
    onExpiry?()
  }
}

/// A screen that asks for a password, and shows the orders of the user.
@MainActor
final class SessionPresenter {
  struct Screen: Codable {
    enum State: String, Codable { case signedOut, signingIn, signedIn }

    var state = State.signedOut
    var name: String?
    var orders: [String] = []
    var isLoading = false
    var message: String?
  }

  private(set) var screen = Screen()
  private let service = SessionService()
  private var loading: Task<Void, Never>?
  private var failures = 0
  private var lock: Task<Void, Never>?

  init() {
    service.onChange = { [weak self] in self?.sessionChanged() }
    service.onExpiry = { [weak self] in self?.screen.message = "Please sign in again" }
  }

  deinit { lock?.cancel() }

  func signIn(password: String) {
    guard screen.state == .signedOut else { return }
    guard lock == nil else {
      screen.message = "Too many attempts"
      return
    }
    screen = Screen(state: .signingIn)
    Task {
      do {
        try await service.signIn("ada@app.example", password: password)
        // The bug `lockout`: what was wrong before still counts the next time.
        if !Planted.hasOther("lockout") { failures = 0 }
      } catch let error as ServerError where error.status == 401 {
        refused()
      } catch {
        screen = Screen(message: "You could not be signed in")
      }
    }
  }

  func signOut() {
    guard screen.state == .signedIn else { return }
    service.signOut()
  }

  func showOrders() {
    guard screen.state == .signedIn else { return }
    loading?.cancel()
    screen.isLoading = true
    screen.message = nil
    loading = Task { [weak self, service] in
      let orders = try? await service.orders()
      guard let self, !Task.isCancelled, screen.state == .signedIn else { return }
      screen.isLoading = false
      if let orders { screen.orders = orders } else { screen.message = "No orders available" }
    }
  }

  private func refused() {
    failures += 1
    screen = Screen(message: "The password is wrong")
    guard failures == 3 else { return }
    screen.message = "Too many attempts"
    lock = Task { [weak self] in
      guard (try? await Task.sleep(for: .seconds(30))) != nil else { return }
      self?.failures = 0
      self?.lock = nil
      self?.screen.message = nil
    }
  }

  private func sessionChanged() {
    if let session = service.session {
      screen.state = .signedIn
      screen.name = session.name
    } else {
      // With the bug `signout`, the load goes on.
      if !Planted.hasOther("signout") { loading?.cancel() }
      screen = Screen()
    }
  }
}

final class SessionModule: Module {
  static let name = "session"
  private let presenter: SessionPresenter

  init(_ context: ScenarioContext) { presenter = context.expectReleased(SessionPresenter()) }

  static var steps: Steps {
    Steps.server
    When("the user signs in with {string}") { (module, password: String) in
      module.presenter.signIn(password: password)
    }
    When("the user signs out") { module in module.presenter.signOut() }
    When("the user looks at the orders") { module in module.presenter.showOrders() }
    Observe("the screen shows") { module in module.presenter.screen }
  }
}
