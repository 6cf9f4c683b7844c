/// The keys that lead to a location, assembled on demand.
indirect enum CodingTrail {
  case top
  case below(CodingTrail, any CodingKey)

  var keys: [any CodingKey] {
    switch self {
    case .top: []
    case .below(let trail, let key): trail.keys + [key]
    }
  }
}

/// A component of a coding path: a key, or the index of an element.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) { (stringValue, intValue) = (name, nil) }

  init(index: Int) { (stringValue, intValue) = (String(index), index) }

  init?(stringValue: String) { self.init(stringValue) }

  init?(intValue: Int) { self.init(index: intValue) }
}
