import Foundation
import HTTPTypes
import ScenarioHTTP
import ScenarioKit

/// A kiosk that sells tickets.
final class Kiosk: Sendable {
  /// A mistake of a careless developer.
  enum Mistake: Sendable {
    /// The button can be tapped while a ticket is bought.
    case buysTwice
    /// A ticket that can't be bought leaves the kiosk waiting.
    case waitsForever
    /// The kiosk asks again and again.
    case retries
    /// An answer without a ticket leaves the kiosk waiting.
    case trustsAnswers
  }

  struct Shown: Codable, Sendable {
    var state = "ready"
    var ticket: String?
  }

  let shown = Spy<Shown>("the kiosk was updated")
  private let transport: FakeTransport
  private let mistakes: Set<Mistake>

  init(_ transport: FakeTransport, _ mistakes: Set<Mistake>) {
    (self.transport, self.mistakes) = (transport, mistakes)
  }

  func buy() {
    guard shown.calls.last?.state != "buying" || mistakes.contains(.buysTwice) else { return }
    shown.record(Shown(state: "buying"))
    Task {
      while true {
        do {
          let request = HTTPRequest(
            method: .post, scheme: "https", authority: "kiosk.example", path: "/tickets")
          let (response, data) = try await transport.send(request, body: nil)
          guard response.status == .ok else { throw URLError(.badServerResponse) }
          let decoder = JSONDecoder()
          guard
            let ticket = try (try? decoder.decode(String.self, from: data))
              ?? decoder.decode([String: [String]].self, from: data)["tickets"]?.first
          else {
            if mistakes.contains(.trustsAnswers) { return }
            throw URLError(.cannotParseResponse)
          }
          return shown.record(Shown(state: "sold", ticket: ticket))
        } catch {
          guard mistakes.contains(.retries) else {
            if !mistakes.contains(.waitsForever) { shown.record(Shown(state: "failed")) }
            return
          }
          try? await Task.sleep(for: .seconds(1))
        }
      }
    }
  }
}

/// A timetable that asks its server for the trains to a town.
final class TimetableModule: Module {
  static let name = "timetable"

  private let transport: FakeTransport
  private let shown = Spy<String>("the timetable was updated")

  init(_ context: ScenarioContext) { transport = context.transport }

  static var steps: Steps {
    Steps.server
    When("the traveller asks for trains to", data: String.self) { module, town in
      module.ask(for: town)
    }
    Observe("the timetable shows") { module in module.shown.calls.last ?? "nothing" }
  }

  private func ask(for town: String) {
    let query = town.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? ""
    let request = HTTPRequest(
      method: .get, scheme: "https", authority: "trains.example", path: "/to?town=\(query)")
    Task { [transport, shown] in
      let answer = try? await transport.send(request, body: nil)
      shown.record(answer.map { String(decoding: $0.1, as: UTF8.self) } ?? "failed")
    }
  }
}

/// A module of a kiosk with some mistakes.
protocol KioskModule: Module {
  static var mistakes: Set<Kiosk.Mistake> { get }
  var kiosk: Kiosk { get }
}

extension KioskModule {
  static var name: String { "kiosk" }

  @StepsBuilder<Self> static var steps: Steps {
    Steps.server
    When("the traveller taps Buy") { module in module.kiosk.buy() }
    Observe("the kiosk shows") { module in module.kiosk.shown.calls.last ?? Kiosk.Shown() }
  }
}

final class CarefulKiosk: KioskModule {
  static let mistakes: Set<Kiosk.Mistake> = []
  let kiosk: Kiosk
  init(_ context: ScenarioContext) { kiosk = Kiosk(context.transport, Self.mistakes) }
}

final class HastyKiosk: KioskModule {
  static let mistakes: Set<Kiosk.Mistake> = [.buysTwice, .waitsForever]
  let kiosk: Kiosk
  init(_ context: ScenarioContext) { kiosk = Kiosk(context.transport, Self.mistakes) }
}

final class TrustingKiosk: KioskModule {
  static let mistakes: Set<Kiosk.Mistake> = [.trustsAnswers]
  let kiosk: Kiosk
  init(_ context: ScenarioContext) { kiosk = Kiosk(context.transport, Self.mistakes) }
}

final class StubbornKiosk: KioskModule {
  static let mistakes: Set<Kiosk.Mistake> = [.retries]
  let kiosk: Kiosk
  init(_ context: ScenarioContext) { kiosk = Kiosk(context.transport, Self.mistakes) }
}
