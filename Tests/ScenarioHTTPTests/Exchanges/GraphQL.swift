import Foundation
import ScenarioHTTP
import ScenarioKit

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The basket of a shop, which talks GraphQL: all requests go to one address, and errors come in
/// answers with status 200.
@MainActor
final class Basket {
  enum Bug: String, CaseIterable {
    case ignoresErrors = "it ignores the errors of an answer"
    case rejectsPartialData = "it rejects data that comes with an error"
  }

  struct Content: Codable {
    var products: [String] = []
    var suggestions: [String] = []
    var notice: String?
  }

  private(set) var content = Content()
  var bug: Bug?
  private let send: Send

  init(send: @escaping Send) { self.send = send }

  func open() {
    struct Parts: Decodable {
      var basket: [String]?
      var suggestions: [String]?
    }
    ask("query Basket { basket suggestions }", "Basket") {
      (basket: Basket, parts: Parts) in
      if let products = parts.basket { basket.content.products = products }
      basket.content.suggestions = parts.suggestions ?? []
    }
  }

  func add(_ product: String) {
    struct Parts: Decodable { var add: [String]? }
    ask(
      "mutation Add($product: ID!) { add(product: $product) }", "Add", ["product": product]
    ) { (basket: Basket, parts: Parts) in
      basket.content.products = parts.add ?? basket.content.products
      if basket.content.notice == nil { basket.content.notice = "\(product) is in your basket." }
    }
  }

  // MARK: - GraphQL

  private struct Operation: Encodable {
    var operationName: String
    var query: String
    var variables: [String: String]
  }

  private struct Answer<Parts: Decodable & Sendable>: Decodable {
    struct Problem: Decodable {
      struct Extensions: Decodable { var code: String? }
      var extensions: Extensions?
    }
    var data: Parts?
    var errors: [Problem]?
  }

  private func ask<Parts: Decodable & Sendable>(
    _ query: String, _ name: String, _ variables: [String: String] = [:],
    show: @escaping @MainActor (Basket, Parts) -> Void
  ) {
    content.notice = nil
    let operation = Operation(operationName: name, query: query, variables: variables)
    Task { [weak self, send] in
      let answer: Answer<Parts>? = try? await Self.answer(to: operation, send)
      self?.receive(answer, show)
    }
  }

  private func receive<Parts>(_ answer: Answer<Parts>?, _ show: @MainActor (Basket, Parts) -> Void)
  {
    guard let answer else {
      content.notice = "The shop can't be reached."
      return
    }
    if let problem = answer.errors?.first, bug != .ignoresErrors {
      content.notice = Self.words(for: problem.extensions?.code)
      if bug == .rejectsPartialData { return }
    }
    if let parts = answer.data { show(self, parts) }
  }

  private static func words(for code: String?) -> String {
    switch code {
    case "SOLD_OUT": "This product is sold out."
    case "TIMEOUT": "Some parts of this page are missing."
    default: "Something went wrong."
    }
  }

  private static func answer<Parts>(
    to operation: Operation, _ send: Send
  ) async throws -> Answer<Parts> {
    guard let url = URL(string: "https://shop.example/graphql") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(operation)
    return try JSONDecoder().decode(Answer<Parts>.self, from: try await send(request).0)
  }
}

final class GraphQLModule: ExchangeModule {
  static let name = "graphql"
  let server: FakeTransport
  private let basket: Basket

  init(_ context: ScenarioContext) {
    server = context.transport
    basket = context.expectReleased(
      Basket(send: context.send { try await URLSession.shared.data(for: $0) }))
  }

  static var steps: Steps {
    exchangeSteps
    When("the customer opens the basket") { module in module.basket.open() }
    When("the customer adds {string}") { (module, product: String) in module.basket.add(product) }
    Observe("the basket shows") { module in module.basket.content }
  }

  func introduce(_ bug: Basket.Bug) { basket.bug = bug }
}
