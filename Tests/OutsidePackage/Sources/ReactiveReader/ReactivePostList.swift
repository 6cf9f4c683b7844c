import OpenCombine
import ReaderApp
import ReaderStories

/// The list of posts on the wall, whose loads are a stream.
@MainActor
final class ReactivePostList: PostListScreen, ObservableObject {
  @Published private(set) var posts: [Post] = []
  @Published private(set) var isLoading = false
  @Published private(set) var hasFailed = false
  @Published private(set) var openedPost: Post?
  @Published private(set) var cellTaps = 0

  private let starts = PassthroughSubject<Void, Never>()
  private var subscriptions: Set<AnyCancellable> = []

  init() {
    let wall = ReactiveWall()
    starts
      .filter { [weak self] in self?.isLoading == false }
      .handleEvents(receiveOutput: { [weak self] in self?.isLoading = true })
      .map { wall.loadPosts() }
      .switchToLatest()
      .sink { [weak self] result in
        self?.isLoading = false
        switch result {
        case .success(let posts):
          self?.posts = posts
          self?.hasFailed = false
        case .failure: self?.hasFailed = true
        }
      }
      .store(in: &subscriptions)
  }

  func start() { starts.send() }

  func cellTapped(row: Int) {
    guard posts.indices.contains(row) else { return }
    cellTaps += 1
    openedPost = posts[row]
  }
}
