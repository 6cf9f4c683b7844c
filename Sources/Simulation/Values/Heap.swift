/// A binary heap: the least element is found in constant time, and added and removed in logarithmic time.
///
/// It replaces that of swift-collections, which each package that uses stories would build for it.
struct Heap<Element: Comparable> {
  private var elements: [Element] = []

  var min: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0, elements[child] < elements[(child - 1) / 2] {
      elements.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeMin() {
    elements.swapAt(0, elements.count - 1)
    elements.removeLast()
    var parent = 0
    while true {
      var least = 2 * parent + 1
      if least >= elements.count { return }
      if least + 1 < elements.count, elements[least + 1] < elements[least] { least += 1 }
      if elements[parent] < elements[least] { return }
      elements.swapAt(parent, least)
      parent = least
    }
  }
}
