import Foundation
import Measuring
import Yams

// Reads the stories of a folder, up to so many bytes, into Yams' nodes. It is a process of its own,
// because the libyaml that Yams brings along would take the place of the system's in others.
await printMeasured {
  let arguments = CommandLine.arguments
  guard arguments.count == 3, let bytes = Int(arguments[2]) else {
    throw Refusal("nodes FOLDER BYTES")
  }
  let texts = try Texts(folder: arguments[1], bytes: bytes).all
    .map { String(decoding: $0, as: UTF8.self) }
  return try Measured {
    try texts.reduce(0) { sum, text in
      guard let node = try Yams.compose(yaml: text) else {
        throw Refusal("Yams finds nothing in a text")
      }
      return sum + (node["scenarios"]?.sequence?.count ?? 0)
    }
  }
}
