import Foundation
import HTTPTypes
import ScenarioHTTP
import ScenarioKit
import ScenarioRunning

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The answers to one scenario's requests, which a server on this machine sends.
struct LiveScenario: AnswerSource {
  let folder: URL
  let port: UInt16
  let transport: FakeTransport
  let answers: LiveAnswers
  var pace = LivePace([])

  /// The recorder of a real server's answers; `nil` if the story's answers are used.
  var recorder: Recorder?

  var simulated: [StepEnd] { pace.steps }

  var recordingWait: Duration? { recorder.map { _ in Recorder.longestWait } }

  func isQuiet(since act: ContinuousClock.Instant) -> Bool { recorder?.isQuiet(since: act) ?? true }

  func prepare(_ context: ScenarioContext) { context.liveSurroundings = surroundings }

  func begin(step: Int) { pace.begin(step: step) }

  /// The counterparts of the doubles for the module.
  var surroundings: LiveSurroundings {
    LiveSurroundings(folder: folder, transport: transport) { try await redirect($0, $1) }
  }

  /// Lets the live server also answer what the app sends with `URLSession` itself, in this process.
  func redirectSessions() {
    answers.serveSessions(of: transport, pace)
    #if canImport(Glibc)
    FakeTransport.redirectSessions(to: port)
    #endif
  }

  /// Returns a redirected request, and its number; no number while answers are recorded.
  private func redirect(_ request: HTTPRequest, _ body: Data?) async throws -> (HTTPRequest, Int?) {
    if let recorder { return (try recorder.redirected(request, body: body, port: port), nil) }
    let received = ReceivedRequest(request, body: body)
    let (answer, number) = try transport.receive(received)
    var redirected = request
    redirected.scheme = request.scheme.map { ["ws", "wss"].contains($0) } == true ? "ws" : "http"
    redirected.authority = "127.0.0.1:\(port)"
    switch answer.outcome {
    case .response, .failure(.neverAnswers):
      let pending = LiveAnswers.Pending(
        answer: answer, number: number, request: request, transport: transport, pace: pace)
      redirected.headerFields[LiveAnswers.header] = answers.add(pending)
    case .failure(.cannotConnectToHost):
      redirected.authority = "127.0.0.1:1"
      do { try await LiveTimer(pace, request: number).sleep(for: answer.after ?? .zero) } catch {
        transport.cancelled(number)
        throw URLError(.cancelled)
      }
    case .failure(let failure):
      throw transport.refuse(
        received, "the app sent \(received.line), and \(failure.wordsForLive)",
        hint: TransportFailure.hintForLive)
    }
    return (redirected, number)
  }
}
