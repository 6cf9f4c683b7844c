import Foundation

/// The logic of the links screen, which determines what the view shows.
///
/// Actions are performed in order, and completed even if the screen closes.
@MainActor
public final class LinksPresenter {
  private weak var view: (any LinksView)?
  private let service: LinkService
  private var state = LinksViewState(links: [])
  private var last: Task<Void, Never>?

  /// Creates the presenter of a screen, which it holds weakly.
  public init(view: any LinksView, service: LinkService) {
    self.view = view
    self.service = service
  }

  /// Shows the links when the screen appears.
  public func start() {
    perform { _ in nil }
  }

  /// Adds a link that the reader typed.
  public func addTapped(_ typed: String) {
    perform { service in
      do throws(LinkError) {
        try await service.add(typed)
        return nil
      } catch {
        return error.message
      }
    }
  }

  /// Removes a link.
  public func removeTapped(_ link: String) {
    perform { service in
      do throws(LinkStoreError) {
        try await service.remove(link)
        return nil
      } catch {
        return error.message
      }
    }
  }

  /// Performs an action after all previous ones, then shows the current links.
  private func perform(_ action: @escaping @Sendable (LinkService) async -> String?) {
    last = Task { [weak self, service, last] in
      await last?.value
      var message = await action(service)
      var links: [String]?
      do throws(LinkStoreError) {
        links = try await service.list()
      } catch {
        message = message ?? error.message
      }
      self?.show(links, message: message)
    }
  }

  /// Shows links, or the previous ones if they can't be loaded.
  private func show(_ links: [String]?, message: String?) {
    state = LinksViewState(links: links ?? state.links, message: message)
    view?.show(state)
  }
}

extension LinkError {
  /// The text that is shown to the reader.
  public var message: String {
    switch self {
    case .notALink: "This is not a link"
    case .alreadyThere: "This link is in your list already"
    case .store(let error): error.message
    }
  }
}

extension LinkStoreError {
  /// The text that is shown to the reader.
  public var message: String {
    switch self {
    case .cannotOpen: "Your links can't be opened"
    case .full: "There is no room left for your links"
    case .damaged: "Your links are damaged"
    case .failed: "Your links can't be saved"
    }
  }
}
