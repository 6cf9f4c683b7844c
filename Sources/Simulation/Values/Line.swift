/// Elements that wait one behind another: they are added at either end, and leave at the front.
///
/// To add at the end, and to leave, takes constant time. Elements that have left are released.
struct Line<Element> {
  /// The elements behind those that have left, whose slots are empty.
  private var slots: [Element?] = []
  private var front = 0

  var count: Int { slots.count - front }
  var isEmpty: Bool { front == slots.count }

  /// The elements, from the front.
  var elements: some Sequence<Element> { slots[front...].lazy.compactMap { $0 } }

  mutating func append(_ element: Element) { slots.append(element) }

  mutating func prepend(_ element: Element) {
    if front == 0 { return slots.insert(element, at: 0) }
    front -= 1
    slots[front] = element
  }

  /// Removes and returns the element at the front; `nil` if there is none.
  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = slots[front].take()
    front += 1
    if isEmpty {
      slots.removeAll(keepingCapacity: true)
      front = 0
    } else if front > 32, front > slots.count / 2 {
      slots.removeFirst(front)
      front = 0
    }
    return element
  }
}
