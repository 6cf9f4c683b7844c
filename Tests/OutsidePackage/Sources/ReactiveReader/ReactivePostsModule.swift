import ReaderApp
import ReaderStories
import ScenarioKit

/// The screens for posts of an app on Combine, which takes no transport and no scheduler.
final class ReactivePostsModule: PostsScreensModule {
  static let name = "posts"
  static let isObservable = false

  let wireframe = WireframeSpy()
  var newPost: (any NewPostScreen)?
  var list: (any PostListScreen)?

  init(_ context: ScenarioContext) {
    list = context.expectReleased(ReactivePostList())
    newPost = context.expectReleased(ReactiveNewPost(wireframe: wireframe))
  }
}
