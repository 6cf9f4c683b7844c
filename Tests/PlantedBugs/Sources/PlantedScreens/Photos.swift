import Foundation
import PlantedStories
import ScenarioHTTP
import ScenarioKit

struct PhotoService {
  private let client = Client()

  /// Returns a page of photos, the first one with number 1; one after the last is empty.
  func page(_ number: Int) async throws -> [String] {
    try await client.get("photos?page=\(number)")
  }
}

/// A grid of photos that loads more at its end, and anew when it is pulled down.
@MainActor
final class PhotosPresenter {
  struct Screen: Codable {
    var photos: [String] = []
    var isRefreshing = false
    var isLoadingMore = false
    var isAtEnd = false
    var message: String?
  }

  private(set) var screen = Screen()
  private let service = PhotoService()
  private var pages = 0
  private var loading: Task<Void, Never>?

  func refresh() {
    screen.isRefreshing = true
    // The bug `refresh`: while more photos load, nothing happens but the spinner.
    if Planted.hasOther("refresh"), screen.isLoadingMore { return }
    loading?.cancel()
    screen.isLoadingMore = false
    screen.message = nil
    loading = Task { [weak self, service] in
      let photos = try? await service.page(1)
      guard let self, !Task.isCancelled else { return }
      screen.isRefreshing = false
      guard let photos else {
        screen.message = "The photos are not available"
        return
      }
      screen.photos = photos
      pages = 1
      // The bug `end`: where the list was at its end, it stays there.
      if !Planted.hasOther("end") { screen.isAtEnd = false }
    }
  }

  func scrollToEnd() {
    guard pages > 0, !screen.isRefreshing, !screen.isLoadingMore, !screen.isAtEnd else { return }
    screen.isLoadingMore = true
    screen.message = nil
    loading = Task { [weak self, service, pages] in
      let photos = try? await service.page(pages + 1)
      guard let self, !Task.isCancelled else { return }
      screen.isLoadingMore = false
      guard let photos else {
        screen.message = "More photos are not available"
        return
      }
      screen.isAtEnd = photos.isEmpty
      screen.photos += photos
      self.pages = pages + 1
    }
  }
}

final class PhotosModule: Module {
  static let name = "photos"
  private let presenter: PhotosPresenter

  init(_ context: ScenarioContext) { presenter = context.expectReleased(PhotosPresenter()) }

  static var steps: Steps {
    Steps.server
    When("the photos appear") { module in module.presenter.refresh() }
    When("the reader pulls down") { module in module.presenter.refresh() }
    When("the reader scrolls to the end") { module in module.presenter.scrollToEnd() }
    Observe("the screen shows") { module in module.presenter.screen }
  }
}
