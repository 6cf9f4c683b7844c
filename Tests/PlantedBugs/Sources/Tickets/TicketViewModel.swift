import Foundation

/// A screen that lists events, holds a seat for some minutes, and pays for it.
@MainActor
final class TicketViewModel {
  struct Screen: Codable {
    enum State: String, Codable { case empty, loading, events, holding, held, paying, paid }

    var state = State.empty
    var events: [Event] = []
    var seat: String?
    var secondsLeft: Int?
    var message: String?
  }

  private(set) var screen = Screen()
  private let api: TicketAPI
  private let store: EventStore
  private var hold: Hold?
  private var timer: (any DispatchSourceTimer)?
  private var deadline = Date.distantPast

  init(api: TicketAPI = TicketAPI()) {
    self.api = api
    store = EventStore(api: api)
  }

  func appear() {
    guard screen.state == .empty || screen.state == .events else { return }
    screen.state = .loading
    screen.message = nil
    store.events { [weak self] result in
      MainActor.assumeIsolated { self?.loaded(result) }
    }
  }

  func choose(_ seat: String, of title: String) {
    guard screen.state == .events,
      let event = screen.events.first(where: { $0.title == title }), event.seats.contains(seat)
    else { return }
    screen.state = .holding
    screen.seat = seat
    screen.message = nil
    api.hold(seat, of: event.id) { [weak self] result in
      DispatchQueue.main.async { self?.held(result) }
    }
  }

  func pay() {
    guard screen.state == .held, let hold else { return }
    stopTimer()
    screen.state = .paying
    screen.message = nil
    api.pay(hold.id) { [weak self] result in
      DispatchQueue.main.async { self?.paid(result) }
    }
  }

  func giveBack() {
    guard screen.state == .held, let hold else { return }
    leaveSeat()
    // The server frees the seat by itself when the time is over.
    api.release(hold.id) { [store] _ in store.forget() }
  }

  private func loaded(_ result: Result<[Event], any Error>) {
    switch result {
    case .success(let events):
      screen.events = events
      screen.state = .events
    case .failure:
      screen.state = screen.events.isEmpty ? .empty : .events
      screen.message = "The events are not available"
    }
  }

  private func held(_ result: Result<Hold, any Error>) {
    switch result {
    case .success(let hold):
      self.hold = hold
      screen.state = .held
      deadline = Date() + TimeInterval(hold.seconds)
      startTimer()
    case .failure(TicketError.status(409)):
      leaveSeat()
      store.forget()
      screen.message = "Somebody else has this seat"
    case .failure:
      leaveSeat()
      screen.message = "The seat could not be held"
    }
  }

  private func paid(_ result: Result<Void, any Error>) {
    switch result {
    case .success:
      hold = nil
      screen.state = .paid
      screen.secondsLeft = nil
      store.forget()
    case .failure:
      screen.state = .held
      screen.message = "The payment failed"
      startTimer()
    }
  }

  private func startTimer() {
    countDown()
    guard screen.state == .held else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + 1, repeating: 1)
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.countDown() }
    }
    timer.resume()
    self.timer = timer
  }

  private func countDown() {
    let left = Int(deadline.timeIntervalSinceNow.rounded())
    guard left > 0 else {
      leaveSeat()
      screen.message = "The time for this seat is over"
      return
    }
    screen.secondsLeft = left
  }

  private func leaveSeat() {
    stopTimer()
    hold = nil
    screen.state = .events
    screen.seat = nil
    screen.secondsLeft = nil
    screen.message = nil
  }

  private func stopTimer() {
    timer?.cancel()
    timer = nil
  }
}
