public import Observation

/// The list of the posts on the wall.
@MainActor
@Observable
public final class PostListViewModel {
  /// The posts, in the server's order; empty until they are loaded.
  public private(set) var posts: [Post] = []

  /// Whether the list is on its way.
  public private(set) var isLoading = false

  /// Whether the last load failed.
  public private(set) var hasFailed = false

  /// The post that was opened last; `nil` while none was.
  public private(set) var openedPost: Post?

  /// How often a post in the list was tapped.
  public private(set) var cellTaps = 0

  @ObservationIgnored private var load: Task<Void, Never>?
  @ObservationIgnored private let service: PostsService

  /// Creates a list that is loaded through a service.
  public init(service: PostsService) {
    self.service = service
  }

  deinit {
    load?.cancel()
  }

  /// Loads the list; does nothing while it is being loaded.
  public func start() {
    guard !isLoading else { return }
    isLoading = true
    load = Task { [weak self, service] in
      let result: Result<[Post], any Error>
      do {
        result = .success(try await service.loadPosts())
      } catch {
        result = .failure(error)
      }
      guard !Task.isCancelled else { return }
      self?.loadEnded(with: result)
    }
  }

  /// Opens the post in a row, from 0; does nothing where there is no such row.
  public func cellTapped(row: Int) {
    guard posts.indices.contains(row) else { return }
    cellTaps += 1
    openedPost = posts[row]
  }

  private func loadEnded(with result: Result<[Post], any Error>) {
    isLoading = false
    switch result {
    case .success(let posts):
      self.posts = posts
      hasFailed = false
    case .failure:
      // What was loaded before is better than nothing.
      hasFailed = true
    }
  }
}
