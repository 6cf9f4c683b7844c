import ScenarioLanguage

/// What the comments of a first story say, in one language.
struct StarterWords {
  var story: [String]
  var run: String
  var vocabulary: String
  var title: String
  var firstScenario: String
  var goingOn: String
  /// What given, when and then are for: `%1`, `%2` and `%3` are those keywords.
  var purposes: [String]
  var expected: [String]
  var nested: [String]
  var time: [String]

  /// What is said about steps and expected values.
  func steps(_ language: StoryLanguage) -> [String] {
    purposes.map { line in
      ["given", "when", "then"].enumerated().reduce(line) { line, keyword in
        line.replacing("%\(keyword.offset + 1)", with: language.word(for: keyword.element))
      }
    } + expected
  }

  /// The time words of a language, with durations.
  static func timeWords(_ language: StoryLanguage) -> String {
    let durations = ["within": " 2 s", "after": " 100 ms", "for": " 5 s", "never within": " 5 s"]
    return StoryLanguage.timeWords.map { name in
      "\(language.word(for: name))\(durations[name] ?? ""): …"
    }.joined(separator: "   ")
  }

  /// The words for a language; English where there are none.
  static func words(for language: StoryLanguage) -> StarterWords {
    switch language.code {
    case "ru": russian
    case "de": german
    case "fr": french
    case "es": spanish
    default: english
    }
  }

  private static let english = StarterWords(
    story: ["A story says what one part of the app is expected to do, told in scenarios."],
    run: "Run it", vocabulary: "What it can say", title: "A new story",
    firstScenario: "Something happens", goingOn: "It goes on",
    purposes: [
      "\"%1\" prepares, \"%2\" acts, \"%3\" checks: each is a sentence or a list of sentences.",
      "Data stands behind a sentence's colon.",
    ],
    expected: [
      "What is expected is compared key by key; keys that you leave out may be anything.",
      "!any, !absent, !contains x, !not x and others say \"not exactly this\".",
    ],
    nested: ["The scenarios in here each go on from where the one around them ends."],
    time: ["Time words stand in front of checks, and cost no real time:"])

  private static let russian = StarterWords(
    story: ["История говорит, чего мы ждём от одной части приложения; рассказана сценариями."],
    run: "Запуск", vocabulary: "Что можно сказать", title: "Новая история",
    firstScenario: "Что-то происходит", goingOn: "Продолжение",
    purposes: [
      "«%1» готовит, «%2» действует, «%3» проверяет: одно предложение или список.",
      "Данные стоят после двоеточия.",
    ],
    expected: [
      "Ожидаемое сравнивается по ключам; ключи, которых нет, могут быть любыми.",
      "!any, !absent, !contains x, !not x и другие значат «не точно это».",
    ],
    nested: ["Каждый из этих сценариев продолжает тот, внутри которого стоит."],
    time: ["Слова времени стоят перед проверками и не тратят настоящего времени:"])

  private static let german = StarterWords(
    story: ["Eine Geschichte sagt in Szenarien, was von einem Teil der App erwartet wird."],
    run: "Ausführen", vocabulary: "Was sie sagen kann", title: "Eine neue Geschichte",
    firstScenario: "Etwas geschieht", goingOn: "Es geht weiter",
    purposes: [
      "„%1“ bereitet vor, „%2“ handelt, „%3“ prüft: je ein Satz oder eine Liste von Sätzen.",
      "Daten stehen hinter dem Doppelpunkt eines Satzes.",
    ],
    expected: [
      "Erwartetes wird Schlüssel für Schlüssel verglichen; was fehlt, darf beliebig sein.",
      "!any, !absent, !contains x, !not x und andere sagen „nicht genau das“.",
    ],
    nested: ["Diese Szenarien setzen jeweils dort fort, wo das umgebende endet."],
    time: ["Zeitwörter stehen vor Prüfungen und kosten keine echte Zeit:"])

  private static let french = StarterWords(
    story: ["Une histoire dit en scénarios ce qu'on attend d'une partie de l'application."],
    run: "Lancer", vocabulary: "Ce qu'elle peut dire", title: "Une nouvelle histoire",
    firstScenario: "Quelque chose se passe", goingOn: "La suite",
    purposes: [
      "« %1 » prépare, « %2 » agit, « %3 » vérifie : une phrase ou une liste de phrases.",
      "Les données se placent derrière les deux-points d'une phrase.",
    ],
    expected: [
      "L'attendu est comparé clé par clé ; les clés absentes peuvent valoir n'importe quoi.",
      "!any, !absent, !contains x, !not x et d'autres disent « pas exactement cela ».",
    ],
    nested: ["Chacun de ces scénarios continue là où finit celui qui l'entoure."],
    time: ["Les mots de temps précèdent les vérifications, sans coûter de temps réel :"])

  private static let spanish = StarterWords(
    story: ["Una historia dice en escenarios qué se espera de una parte de la aplicación."],
    run: "Ejecutar", vocabulary: "Qué puede decir", title: "Una historia nueva",
    firstScenario: "Algo ocurre", goingOn: "Sigue",
    purposes: [
      "«%1» prepara, «%2» actúa, «%3» comprueba: una frase o una lista de frases.",
      "Los datos van tras los dos puntos de una frase.",
    ],
    expected: [
      "Lo esperado se compara clave por clave; las claves que faltan pueden ser cualquiera.",
      "!any, !absent, !contains x, !not x y otros dicen «no exactamente esto».",
    ],
    nested: ["Cada uno de estos escenarios sigue donde acaba el que lo rodea."],
    time: ["Las palabras de tiempo van delante de comprobaciones y no cuestan tiempo real:"])
}
