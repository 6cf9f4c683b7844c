import Foundation
import ScenarioKit

/// Descriptions of errors that the app threw.
enum ErrorText {
  /// Returns an error in words: as it describes itself, but without the user info of errors of
  /// Foundation, which is long and rarely helps.
  static func describe(_ error: any Error) -> String {
    if let error = error as? any DescribedError { return error.words }
    guard type(of: error) is NSError.Type else { return "\(error)" }
    let error = error as NSError
    let words = error.userInfo[NSLocalizedDescriptionKey] as? String
    return "\(error.domain) \(error.code)" + (words.map { ": \($0)" } ?? "")
  }
}
