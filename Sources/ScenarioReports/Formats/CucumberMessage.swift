import Foundation
import ScenarioResults

/// The part of Cucumber Messages that a run needs.
///
/// An envelope has one message, and each message has the properties of the published JSON Schemas.
struct CucumberMessage: Encodable {
  var meta: Meta?
  var source: Source?
  var gherkinDocument: GherkinDocument?
  var pickle: Pickle?
  var parseError: ParseError?
  var hook: Hook?
  var testRunStarted: TestRunStarted?
  var testCase: TestCase?
  var testCaseStarted: TestCaseStarted?
  var testStepStarted: TestStepStarted?
  var testStepFinished: TestStepFinished?
  var testCaseFinished: TestCaseFinished?
  var testRunFinished: TestRunFinished?

  struct Product: Encodable {
    var name: String
  }

  struct Meta: Encodable {
    var protocolVersion: String
    var implementation: Product
    var runtime: Product
    var os: Product
    var cpu: Product
  }

  struct Source: Encodable {
    var uri: String
    var data: String
    var mediaType = "text/x.cucumber.gherkin+plain"
  }

  struct Location: Encodable {
    var line: Int
    var column: Int?

    init(line: Int, column: Int? = nil) {
      // The bounds of the schema.
      self.line = min(max(1, line), Int(Int32.max))
      self.column = column.map { min(max(1, $0), Int(Int32.max)) }
    }
  }

  struct SourceReference: Encodable {
    var uri: String?
    var location: Location?
  }

  struct GherkinDocument: Encodable {
    var uri: String
    var feature: Feature
    var comments: [String] = []
  }

  struct Feature: Encodable {
    var location = Location(line: 1)
    var tags: [Tag] = []
    var language = "en"
    var keyword: String
    var name: String
    var description = ""
    var children: [FeatureChild]
  }

  /// A part of a feature: a scenario or a rule.
  struct FeatureChild: Encodable {
    var scenario: Scenario?
    var rule: Rule?
  }

  struct Rule: Encodable {
    var location: Location
    var tags: [Tag] = []
    var keyword = "Story"
    var name: String
    var description = ""
    var children: [FeatureChild]
    var id: String
  }

  struct Scenario: Encodable {
    var location: Location
    var tags: [Tag]
    var keyword = "Scenario"
    var name: String
    var description = ""
    var steps: [Step]
    var examples: [String] = []
    var id: String
  }

  struct Tag: Encodable {
    var location: Location
    var name: String
    var id: String
  }

  struct Step: Encodable {
    var location: Location
    var keyword = "* "
    var keywordType = "Unknown"
    var text: String
    var id: String
  }

  struct Pickle: Encodable {
    var id: String
    var uri: String
    var location: Location
    var name: String
    var language = "en"
    var steps: [PickleStep]
    var tags: [PickleTag]
    var astNodeIds: [String]
  }

  struct PickleStep: Encodable {
    var astNodeIds: [String]
    var id: String
    var type = "Unknown"
    var text: String
  }

  struct PickleTag: Encodable {
    var name: String
    var astNodeId: String
  }

  struct ParseError: Encodable {
    var source: SourceReference
    var message: String
  }

  struct Hook: Encodable {
    var id: String
    var name: String
    var sourceReference = SourceReference()
    var type: String
  }

  struct TestRunStarted: Encodable {
    var timestamp: Moment
    var id: String
  }

  struct TestCase: Encodable {
    var id: String
    var pickleId: String
    var testSteps: [TestStep]
    var testRunStartedId: String
  }

  struct TestStep: Encodable {
    var hookId: String?
    var id: String
    var pickleStepId: String?
  }

  struct TestCaseStarted: Encodable {
    var attempt: Int
    var id: String
    var testCaseId: String
    var timestamp: Moment
  }

  struct TestStepStarted: Encodable {
    var testCaseStartedId: String
    var testStepId: String
    var timestamp: Moment
  }

  struct TestStepFinished: Encodable {
    var testCaseStartedId: String
    var testStepId: String
    var testStepResult: TestStepResult
    var timestamp: Moment
  }

  struct TestStepResult: Encodable {
    var duration = Moment(seconds: 0, nanos: 0)
    var message: String?
    var status: Status
    var exception: Exception?
  }

  enum Status: String, Encodable {
    case passed = "PASSED"
    case skipped = "SKIPPED"
    case undefined = "UNDEFINED"
    case failed = "FAILED"
  }

  struct Exception: Encodable {
    var type: String
    var message: String
  }

  struct TestCaseFinished: Encodable {
    var testCaseStartedId: String
    var timestamp: Moment
    var willBeRetried: Bool
  }

  struct TestRunFinished: Encodable {
    var message: String?
    var success: Bool
    var timestamp: Moment
    var testRunStartedId: String
  }

  /// A timestamp since 1970, or a duration.
  struct Moment: Encodable {
    var seconds: Int64
    var nanos: Int64

    init(seconds: Int64, nanos: Int64) {
      self.seconds = seconds
      self.nanos = nanos
    }

    init(_ date: Date) {
      // A date is a floating-point number, precise to a fraction of a microsecond.
      let (seconds, microseconds) = MomentOfRun.split(date, perSecond: 1_000_000)
      self.init(seconds: seconds, nanos: microseconds * 1000)
    }
  }
}
