#if History
public import Foundation
#endif

/// Puts the links screen's parts together over the store of the device.
public struct LinksFactory: Sendable {
  private let service: LinkService

  #if History
  /// Creates a factory; the links are kept in a file, and every screen shows the same ones.
  ///
  /// - Parameters:
  ///   - file: The file, which is made if there is none.
  ///   - settings: What remembers whether this is the first launch.
  public init(file: URL, settings: any LaunchSettings = SystemLaunchSettings()) {
    self.init(settings: settings) { () throws(LinkStoreError) in
      try SQLiteLinkStore(.file(at: file))
    }
  }
  #endif

  /// Creates a factory over a store, which is opened when it is first needed.
  public init(
    settings: any LaunchSettings,
    openStore: @escaping @Sendable () throws(LinkStoreError) -> any LinkStore
  ) {
    service = LinkService(settings: settings, openStore: openStore)
  }

  /// Makes a presenter for a screen, which has to keep it: the presenter holds the view weakly.
  @MainActor
  public func makePresenter(view: any LinksView) -> LinksPresenter {
    LinksPresenter(view: view, service: service)
  }
}
