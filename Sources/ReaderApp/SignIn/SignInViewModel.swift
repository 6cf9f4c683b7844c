import Foundation

/// The logic of the screen for signing in, which its screen observes with a closure.
@MainActor
public final class SignInViewModel {
  /// The content of the screen.
  public struct State: Sendable, Hashable, Codable {
    /// Whether a code can be sent to the typed address.
    public var canSend = false

    /// The time in seconds until another code can be sent; `nil` if none has been sent.
    public var secondsLeft: Int?

    /// Whether the reader is signed in.
    public var isSignedIn = false

    /// A message for the reader.
    public var message: String?
  }

  /// Is called with each change of the state.
  public var onChange: ((State) -> Void)?

  private var state = State() {
    didSet { if state != oldValue { onChange?(state) } }
  }
  private let api = SignInAPI()
  private let validation = DispatchQueue(label: "sign-in.validation", qos: .userInitiated)
  private var email = ""
  private var isValid = false
  private var isSending = false
  private var isSigningIn = false
  private var timer: Timer?

  /// Creates the logic of a screen whose fields are empty.
  public init() {}

  /// Takes over the typed address, and validates it in the background.
  public func emailChanged(_ email: String) {
    self.email = email
    validation.async { [weak self] in
      let isValid = email.wholeMatch(of: /[^@ ]+@[^@ ]+\.[a-z]+/) != nil
      DispatchQueue.main.async {
        guard let self, email == self.email else { return }
        self.isValid = isValid
        self.updateButton()
      }
    }
  }

  /// Sends a code; does nothing if the button is disabled.
  public func sendTapped() {
    guard state.canSend else { return }
    isSending = true
    updateButton()
    state.message = nil
    api.sendCode(to: email) { [weak self] isSent in
      guard let self else { return }
      isSending = false
      defer { updateButton() }
      guard isSent else {
        // A reader who is signed in needs no code any more.
        guard !state.isSignedIn else { return }
        state.message = "The code could not be sent"
        return
      }
      state.secondsLeft = 30
      timer = .scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] timer in
        guard let self else { return timer.invalidate() }
        MainActor.assumeIsolated { self.secondPassed() }
      }
    }
  }

  /// Signs in with the typed code; does nothing while another one is checked.
  public func codeEntered(_ code: String) {
    guard !isSigningIn else { return }
    isSigningIn = true
    api.signIn(email: email, code: code) { [weak self] isSignedIn in
      self?.isSigningIn = false
      self?.state.isSignedIn = isSignedIn
      self?.state.message = isSignedIn ? nil : "This is not the code"
    }
  }

  private func secondPassed() {
    guard let secondsLeft = state.secondsLeft else { return }
    state.secondsLeft = secondsLeft > 1 ? secondsLeft - 1 : nil
    guard secondsLeft <= 1 else { return }
    timer?.invalidate()
    updateButton()
  }

  private func updateButton() {
    state.canSend = isValid && !isSending && state.secondsLeft == nil
  }
}
