import Foundation
import ReaderApp

/// A clock that stands still: at 12:07:24 UTC on 27 September 2021 unless told otherwise.
struct FixedDateProvider: DateProvider {
  var now = Date(timeIntervalSince1970: 1_632_744_444)
}
