import Foundation
import OpenCombine
import OpenCombineDispatch
import OpenCombineFoundation

/// A search for a stop, and the board of the chosen one, which is refreshed every 30 seconds.
@MainActor
final class DepartureBoard: ObservableObject {
  @Published private(set) var stops: [String] = []
  @Published private(set) var isSearching = false
  @Published private(set) var stop: String?
  @Published private(set) var departures: [Departure] = []
  @Published private(set) var isLoading = false
  @Published private(set) var isOld = false
  @Published private(set) var message: String?
  @Published private(set) var line: String?
  @Published private(set) var favourites: Set<String> = []
  @Published private(set) var shown: [Departure] = []

  private let service = DepartureService()
  private let text = PassthroughSubject<String, Never>()
  private let chosen = PassthroughSubject<String?, Never>()
  private var subscriptions: Set<AnyCancellable> = []

  init() {
    search()
    loadBoard()
    let departures = $departures.eraseToAnyPublisher()
    $line
      .map { line -> AnyPublisher<[Departure], Never> in
        guard let line else { return departures }
        return departures.map { $0.filter { $0.line == line } }.eraseToAnyPublisher()
      }
      .switchToLatest()
      .sink { [weak self] in self?.shown = $0 }
      .store(in: &subscriptions)
  }

  func typed(_ text: String) { self.text.send(text) }

  func choose(_ stop: String) {
    guard stops.contains(stop) || favourites.contains(stop) else { return }
    self.stop = stop
    departures = []
    line = nil
    isLoading = true
    isOld = false
    message = nil
    chosen.send(stop)
  }

  func goBack() {
    stop = nil
    departures = []
    line = nil
    isLoading = false
    isOld = false
    message = nil
    chosen.send(nil)
  }

  func showOnly(_ line: String?) { self.line = line }

  func tapStar() {
    guard let stop else { return }
    let isFavourite = !favourites.contains(stop)
    mark(stop, isFavourite)
    message = nil
    service.setFavourite(stop, isFavourite)
      .receive(on: DispatchQueue.main.ocombine)
      .sink { [weak self] completion in
        guard case .failure = completion else { return }
        self?.mark(stop, !isFavourite)
        self?.message = "\(stop) could not be changed"
      } receiveValue: { _ in
      }
      .store(in: &subscriptions)
  }

  private func mark(_ stop: String, _ isFavourite: Bool) {
    if isFavourite { favourites.insert(stop) } else { favourites.remove(stop) }
  }

  private func search() {
    text
      .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main.ocombine)
      .removeDuplicates()
      .map { [weak self, service] text -> AnyPublisher<[String]?, Never> in
        guard !text.isEmpty else { return Just([]).eraseToAnyPublisher() }
        self?.isSearching = true
        return service.stops(like: text)
          .orNil()
          .receive(on: DispatchQueue.main.ocombine)
          .eraseToAnyPublisher()
      }
      .switchToLatest()
      .sink { [weak self] stops in
        self?.isSearching = false
        self?.stops = stops ?? []
        self?.message = stops == nil ? "The stops are not available" : nil
      }
      .store(in: &subscriptions)
  }

  private func loadBoard() {
    chosen
      .map { [service] stop -> AnyPublisher<[Departure]?, Never> in
        guard let stop else { return Empty().eraseToAnyPublisher() }
        return Timer.OCombine.TimerPublisher(interval: 30, runLoop: .main, mode: .default)
          .autoconnect()
          .map { _ in }
          .prepend(())
          .map {
            service.departures(from: stop)
              .retry(1)
              .orNil()
          }
          .switchToLatest()
          .receive(on: DispatchQueue.main.ocombine)
          .eraseToAnyPublisher()
      }
      .switchToLatest()
      .sink { [weak self] departures in self?.loaded(departures) }
      .store(in: &subscriptions)
  }

  private func loaded(_ departures: [Departure]?) {
    isLoading = false
    guard let departures else {
      isOld = !self.departures.isEmpty
      message = "The departures are not available"
      return
    }
    self.departures = departures
    isOld = false
    message = nil
  }
}
