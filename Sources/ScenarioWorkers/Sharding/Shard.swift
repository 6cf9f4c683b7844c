import ScenarioLanguage

/// The part of a run that this machine runs.
package struct Shard: Codable, Sendable, Hashable {
  /// The largest number of parts.
  private static let limit = 10_000

  /// The number of the part, from 1.
  package var number: Int

  /// The number of parts.
  package var total: Int

  /// The build server that numbered the part; `nil` if the user did.
  package var server: String?

  /// The variable of the build server with its value, such as `CI_NODE_INDEX=2`.
  private var variable: String?

  package init(_ number: Int, of total: Int, by server: String? = nil, _ variable: String? = nil) {
    (self.number, self.total, self.server, self.variable) = (number, total, server, variable)
  }

  /// The part in words, with the build server if there is one.
  package var words: String {
    let origin = server.map { ", by \($0)" + (variable.map { " (\($0))" } ?? "") } ?? ""
    return "part \(number) of \(total)\(origin)"
  }

  /// Reads the part that a user asks for.
  ///
  /// - Parameters:
  ///   - text: `2/5` for the second of five parts, or `auto` or `auto/5` for the part by the
  ///     variables of a build server.
  ///   - option: The name of the option, for messages.
  ///   - environment: The environment with the variables of the build server.
  /// - Throws: `Diagnostic` if there is no such part, or if the build server can't be known.
  package init(_ text: String, option: String, environment: [String: String]) throws(Diagnostic) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let total = parts.count == 2 ? Int(parts[1]) : nil
    guard parts.count == 2 && total != nil || text == "auto" else { throw Self.wrong(text, option) }
    if let total, !(1...Self.limit).contains(total) {
      throw Diagnostic(
        "\(option) \(text): the number of parts must be from 1 to \(Self.limit), not \(total)")
    }
    if parts[0] == "auto" {
      self = try Self.part(by: environment.filter { !$0.value.isEmpty }, of: total, option)
      return
    }
    guard let number = Int(parts[0]), let total else { throw Self.wrong(text, option) }
    guard (1...total).contains(number) else {
      throw Diagnostic(
        "\(option) \(text): the parts are numbered from 1 to \(total), so there is no part \(number)",
        hints: number == 0
          ? ["For a build server that counts from 0, add 1, or write \(option) auto."] : [])
    }
    self.init(number, of: total)
  }

  private static func wrong(_ text: String, _ option: String) -> Diagnostic {
    Diagnostic(
      "\(option) can't be \"\(text)\"",
      hints: [
        "Write the number of the part and the number of parts, such as 2/5; or auto, or auto/5, "
          + "for the part that the environment of a build server names."
      ])
  }

  // MARK: - Build servers

  private static func part(
    by environment: [String: String], of given: Int?, _ option: String
  ) throws(Diagnostic) -> Shard {
    var (found, undivided): ([Shard], [Shard]) = ([], [])
    for server in BuildServer.all {
      guard let shard = try part(of: server, environment, given, option) else { continue }
      // A job that is not divided may start a build server that divides, such as Bazel.
      if shard.total > 1 { found.append(shard) } else { undivided.append(shard) }
    }
    if found.count > 1 {
      let names = found.map { "\($0.server ?? "") (\($0.variable ?? ""))" }
      throw Diagnostic(
        "\(option) auto: \(names.joined(separator: " and ")) both number this job",
        hints: [
          "Write the part and the number of parts, such as \(option) 2/5, "
            + "or remove the variables of one build server."
        ])
    }
    if let shard = found.first ?? undivided.first { return shard }
    throw Diagnostic(
      "\(option) auto: no build server has numbered this job",
      hints: [
        "Write the part and the number of parts, such as \(option) 2/5.",
        "Supported: \(BuildServer.all.map { "\($0.name) (\($0.index))" }.joined(separator: ", ")).",
      ])
  }

  /// Returns the part that a build server has numbered; `nil` if it did not start this process.
  private static func part(
    of server: BuildServer, _ environment: [String: String], _ given: Int?, _ option: String
  ) throws(Diagnostic) -> Shard? {
    func number(_ name: String?) throws(Diagnostic) -> Int? {
      guard let name, let text = environment[name] else { return nil }
      guard let number = Int(text) else {
        throw Diagnostic("\(option) auto: \(name) is \"\(text)\", which is not a number")
      }
      return number
    }
    let known = try number(server.total)
    guard let index = try number(server.index) else {
      let isTest = server.index == BuildServer.bazel.index && environment["TEST_SRCDIR"] != nil
      guard let known, let variable = server.total, known != 1 || given != nil else {
        guard known == 1 || isTest else { return nil }
        return Shard(1, of: 1, by: server.name)
      }
      throw Diagnostic(
        "\(option) auto: \(variable) is \(known), but \(server.index) is not set, "
          + "so the part is unknown")
    }
    let (rank, variable) = (index - server.first, "\(server.index)=\(index)")
    if let given, let known, given != known, let name = server.total {
      throw Diagnostic(
        "\(option) auto/\(given): \(server.name) divides the job into \(known) parts (\(name))",
        hints: ["Write \(option) auto."])
    }
    let total = given ?? known
    guard let total else {
      throw Diagnostic(
        "\(option) auto: \(server.name) (\(variable)) does not say how many parts there are",
        hints: ["Add the number of parts, such as \(option) auto/5."])
    }
    guard (1...limit).contains(total) else {
      throw Diagnostic(
        "\(option) auto: the number of parts must be from 1 to \(limit), but "
          + "\(server.total ?? "it") is \(total)")
    }
    guard (0..<total).contains(rank) else {
      throw Diagnostic(
        "\(option) auto: there is no part for \(variable): \(server.name) has \(total) parts, "
          + "numbered from \(server.first) to \(server.first + total - 1)")
    }
    return Shard(rank + 1, of: total, by: server.name, variable)
  }
}
