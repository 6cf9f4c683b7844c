import Foundation
import Simulation

// Evaluates one check at one location and prints the answer, or crashes as the check does:
//
//     IsolationTable <world> <place> <check>
//
// With `--table`, prints all answers as a Markdown table.

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("--table", 1):
  try printTable()
default:
  let words = Array(arguments)
  guard words.count == 3, let world = World(rawValue: words[0]),
    let location = Location(rawValue: words[1]),
    let check = Check(rawValue: words[2])
  else { fatalError("usage: IsolationTable (--table | <world> <place> <check>)") }
  try world.run { await location.answer(to: check) }
}
