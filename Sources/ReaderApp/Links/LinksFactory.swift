public import Foundation

/// A factory for the links screen with the store of the device.
public struct LinksFactory: Sendable {
  private let service: LinkService

  /// Creates a factory with a store in a file, which all screens share.
  ///
  /// - Parameters:
  ///   - file: The file, which is created if necessary.
  ///   - settings: The settings that record whether this is the first launch.
  public init(file: URL, settings: any LaunchSettings = SystemLaunchSettings()) {
    self.init(settings: settings) { () throws(LinkStoreError) in
      try SQLiteLinkStore(.file(at: file))
    }
  }

  /// Creates a factory with a store, which is opened when it is first needed.
  public init(
    settings: any LaunchSettings,
    openStore: @escaping @Sendable () throws(LinkStoreError) -> any LinkStore
  ) {
    service = LinkService(settings: settings, openStore: openStore)
  }

  /// Creates a presenter for a screen, which has to own it: the presenter holds the view weakly.
  @MainActor
  public func makePresenter(view: any LinksView) -> LinksPresenter {
    LinksPresenter(view: view, service: service)
  }
}
