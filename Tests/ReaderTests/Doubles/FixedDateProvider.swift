import Foundation
import ReaderApp

/// A date provider with a fixed date, by default 27 September 2021, 12:07:24 UTC.
struct FixedDateProvider: DateProvider {
  var now = Date(timeIntervalSince1970: 1_632_744_444)
}
