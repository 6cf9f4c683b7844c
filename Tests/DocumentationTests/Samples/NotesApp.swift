// The parts of an app of notes that stay in its Xcode project, where Linux does not compile them.

#if canImport(UIKit)
import CoreData
import UIKit

final class NotesViewController: UITableViewController, NotesView {
  var presenter: NotesPresenter?
  private var screen = NotesScreen()

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    presenter?.screenAppeared()
  }

  func show(_ screen: NotesScreen) {
    self.screen = screen
    navigationItem.prompt = screen.message
    tableView.reloadData()
  }
}

struct CoreDataNotes: NoteStore {
  let context: NSManagedObjectContext
  private let request = NSFetchRequest<NSManagedObject>(entityName: "Note")

  init(context: NSManagedObjectContext) { self.context = context }

  func load() throws -> [Note] {
    try context.fetch(request).map { Note(title: $0.value(forKey: "title") as? String ?? "") }
  }

  func save(_ notes: [Note]) throws {
    try context.fetch(request).forEach(context.delete)
    for note in notes {
      NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
        .setValue(note.title, forKey: "title")
    }
    try context.save()
  }
}
#endif
