import Synchronization

// A file has the messages of its language by their literals in English, which have numbers in
// braces as blanks: `'unknown key "{1}"': 'unbekannter Schlüssel „{1}“'`.
//
// Messages are made in English, for people and machines. They are translated where a person reads
// them, so that making them costs nothing, and every machine format is in English.
extension StoryLanguage {
  /// Returns a message in the language; in English if the language lacks it.
  package func text(of message: Message) -> String { texts(of: message)[0] }

  /// Returns a message in each wording of the language, by which known issues name it; the first
  /// one is shown.
  ///
  /// It is found by its literals, and in English if the language lacks it.
  ///
  /// The value of a blank is translated, too, unless it is an author's text: a word, in quotes, or
  /// a value after the colon of a hint, such as `Did you mean: my scenarios`.
  package func texts(of message: Message) -> [String] {
    let english = message.english
    guard !message.isAuthored, let messages = file?.table(of: .messages) else { return [english] }
    for form in [message.flattened, message] {
      let pattern = form.pattern
      guard let wordings = messages[pattern] else { continue }
      let arguments = form.arguments.enumerated().map { index, argument -> [String] in
        let (english, blank) = (argument.english, "{\(index + 1)}")
        let isHint = pattern.first?.isUppercase == true && pattern.contains(": \(blank)")
        guard english.contains(" "), !pattern.contains("\"\(blank)\""),
          !isHint || argument.pattern != "{1}"
        else { return [english] }
        return texts(of: argument)
      }
      return (0..<(arguments.map(\.count).max() ?? 1)).flatMap { version in
        wordings.map { wording in
          wording.replacing(#/\{(\d)\}/#) { blank -> String in
            let texts = arguments[(Int(blank.output.1) ?? 1) - 1]
            return texts[min(version, texts.count - 1)]
          }
        }
      }
    }
    // Between messages of a list, there are only marks.
    let isList = !message.pattern.contains(where: \.isLetter)
    return messages[english] ?? [isList ? message.replacingMessages(text(of:)) : english]
  }

  /// Returns the texts by which known issues can name a message: in English, also in the wording of
  /// earlier versions, and in the language.
  package func wordings(of message: Message) -> [String] {
    let (english, earlier) = (message.english, LanguageFile.all[0].table(of: .earlier))
    let old = earlier.reduce(english) { $0.replacing($1.key, with: $1.value[0]) }
    return [english, old] + texts(of: message)
  }

  /// The language of the terminal, which the environment names, such as `LANG=de_DE.UTF-8`; English
  /// if stories can't be written in it.
  package static func ofTerminal(_ environment: [String: String]) -> StoryLanguage {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
    let code = names.first { !$0.isEmpty }?.prefix { $0.isLetter }
    return code.flatMap { named(String($0)) } ?? .english
  }

  /// Returns the code of the language of the story around an offset in a file; `nil` for English.
  ///
  /// Only what is shown needs it, so the readers of stories do not keep it.
  static func code(ofStoryAround offset: Int, in file: SourceFile) -> String? {
    // Each diagnostic of a file needs it.
    var last = lastFile.withLock { $0 }
    if last.file !== file {
      last = (file, stories(in: file))
      lastFile.withLock { $0 = last }
    }
    return last.stories.last { $0.start <= offset }?.code
  }

  /// A file and the languages of its stories, with the offsets at which these begin.
  private typealias FileLanguages = (file: SourceFile?, stories: [(start: Int, code: String?)])

  private static let lastFile = Mutex<FileLanguages>((nil, []))

  private static func stories(in file: SourceFile) -> [(start: Int, code: String?)] {
    var stories: [(start: Int, code: String?)] = []
    var (start, fields) = (0, [[Substring]]())
    for line in file.bytes.dropFirst(file.byteOrderMarkLength).split(separator: .lineFeed) {
      if line.starts(with: "---".utf8) {
        stories.append((start, code(ofStoryWith: fields)))
        (start, fields) = (line.startIndex, [])
      } else if let first = line.first, ![.space, .tab, .ascii("#"), .ascii("-")].contains(first) {
        fields.append(String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1))
      }
    }
    stories.append((start, code(ofStoryWith: fields)))
    return stories
  }

  private static func code(ofStoryWith fields: [[Substring]]) -> String? {
    let keys = fields.map { $0.first.map { String($0.trimmed) } ?? "" }
    let code = ofStory(keys) { index in
      fields[index].dropFirst().first?.prefix { $0 != "#" }.filter { !"\"' \r".contains($0) }
    }.language.code
    return code == english.code ? nil : code
  }
}
