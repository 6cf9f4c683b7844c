// The smallest app of the articles, as shown there.

@MainActor
public final class Counter {
  public private(set) var text = "0"
  private var count = 0

  public init() {}

  public func tapPlus() {
    Task {
      try await Task.sleep(for: .seconds(1))
      count += 1
      text = "\(count)"
    }
  }
}
