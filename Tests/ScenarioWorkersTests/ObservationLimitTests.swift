import Testing

@testable import ScenarioWorkers

@Suite("Limit on observations")
struct ObservationLimitTests {
  @Test func `no observations are taken after the eighth process that one ended`() {
    var limit = ObservationLimit()
    #expect((1...9).map { limit.step($0) } == [1, 2, 3, 4, 5, 6, 7, .max, .max])
  }
}
