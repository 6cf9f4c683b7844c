import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Signs in with a code that the server sends by mail; completions are called on the main queue.
struct SignInAPI: Sendable {
  /// Asks the server for a code.
  func sendCode(to email: String, completion: @escaping @MainActor @Sendable (Bool) -> Void) {
    post("codes", ["email": email], completion)
  }

  /// Signs in with a code.
  func signIn(
    email: String, code: String, completion: @escaping @MainActor @Sendable (Bool) -> Void
  ) {
    post("sessions", ["email": email, "code": code], completion)
  }

  private func post(
    _ path: String, _ fields: [String: String],
    _ completion: @escaping @MainActor @Sendable (Bool) -> Void
  ) {
    guard let url = URL(string: "https://accounts.example.com/\(path)") else { return }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let body = try? JSONEncoder().encode(fields)
    URLSession.shared.uploadTask(with: request, from: body) { _, response, _ in
      let isAccepted = (response as? HTTPURLResponse)?.statusCode == 200
      OperationQueue.main.addOperation { MainActor.assumeIsolated { completion(isAccepted) } }
    }.resume()
  }
}
