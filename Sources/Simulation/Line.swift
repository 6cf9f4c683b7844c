/// Elements that wait one behind another: they are added at either end, and leave at the front.
///
/// To add at the end, and to leave, takes constant time. Elements that have left are released.
struct Line<Element> {
  /// The elements behind those that have left, whose places are empty.
  private var places: [Element?] = []
  private var front = 0

  var count: Int { places.count - front }
  var isEmpty: Bool { front == places.count }

  /// The elements, from the front.
  var elements: some Sequence<Element> { places[front...].lazy.compactMap { $0 } }

  mutating func append(_ element: Element) { places.append(element) }

  mutating func prepend(_ element: Element) {
    if front == 0 { return places.insert(element, at: 0) }
    front -= 1
    places[front] = element
  }

  /// Removes and returns the element at the front; `nil` if there is none.
  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = places[front].take()
    front += 1
    if isEmpty {
      places.removeAll(keepingCapacity: true)
      front = 0
    } else if front > 32, front > places.count / 2 {
      places.removeFirst(front)
      front = 0
    }
    return element
  }
}
