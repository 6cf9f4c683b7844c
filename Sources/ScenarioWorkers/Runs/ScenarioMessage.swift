import ScenarioReports

/// The message of a process about one scenario.
package struct ScenarioMessage: Sendable {
  /// Whether the scenario passed or did not run, so that it need not be repeated.
  package var isFine: Bool
  /// The message, as ``BinaryEncoder`` writes it.
  package var bytes: [UInt8]

  init(isFine: Bool, _ content: some Encodable) throws {
    (self.isFine, bytes) = (isFine, [])
    try BinaryEncoder.encode(content, to: &bytes)
  }
}
