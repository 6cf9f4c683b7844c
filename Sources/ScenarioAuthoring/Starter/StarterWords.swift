import ScenarioLanguage

/// The texts of a first story in one language.
struct StarterWords {
  let story, run, vocabulary, title, firstScenario, goingOn: String

  /// The explanations of steps and of expected values.
  let steps: [String]
  let nested, time: String

  /// Creates the texts for a language; falls back to English.
  init(_ language: StoryLanguage) {
    let given = language.word(for: "given")
    let when = language.word(for: "when")
    let then = language.word(for: "then")
    switch language.code {
    case "ru":
      story = "История говорит, чего мы ждём от одной части приложения; рассказана сценариями."
      (run, vocabulary) = ("Запуск", "Что можно сказать")
      title = "Новая история"
      (firstScenario, goingOn) = ("Что-то происходит", "Продолжение")
      steps = [
        "«\(given)» готовит, «\(when)» действует, «\(then)» проверяет: одно предложение или список.",
        "Данные стоят после двоеточия.",
        "Ожидаемое сравнивается по ключам; ключи, которых нет, могут быть любыми.",
        "!any, !absent, !contains x, !not x и другие значат «не точно это».",
      ]
      nested = "Каждый из этих сценариев продолжает тот, внутри которого стоит."
      time = "Слова времени стоят перед проверками и не тратят настоящего времени:"
    case "de":
      story = "Eine Geschichte sagt in Szenarien, was von einem Teil der App erwartet wird."
      (run, vocabulary) = ("Ausführen", "Was sie sagen kann")
      title = "Eine neue Geschichte"
      (firstScenario, goingOn) = ("Etwas geschieht", "Es geht weiter")
      steps = [
        "„\(given)“ bereitet vor, „\(when)“ handelt, „\(then)“ prüft: je ein Satz oder eine Liste von Sätzen.",
        "Daten stehen hinter dem Doppelpunkt eines Satzes.",
        "Erwartetes wird Schlüssel für Schlüssel verglichen; was fehlt, darf beliebig sein.",
        "!any, !absent, !contains x, !not x und andere sagen „nicht genau das“.",
      ]
      nested = "Diese Szenarien setzen jeweils dort fort, wo das umgebende endet."
      time = "Zeitwörter stehen vor Prüfungen und kosten keine echte Zeit:"
    case "fr":
      story = "Une histoire dit en scénarios ce qu'on attend d'une partie de l'application."
      (run, vocabulary) = ("Lancer", "Ce qu'elle peut dire")
      title = "Une nouvelle histoire"
      (firstScenario, goingOn) = ("Quelque chose se passe", "La suite")
      steps = [
        "« \(given) » prépare, « \(when) » agit, « \(then) » vérifie : une phrase ou une liste de phrases.",
        "Les données se placent derrière les deux-points d'une phrase.",
        "L'attendu est comparé clé par clé ; les clés absentes peuvent valoir n'importe quoi.",
        "!any, !absent, !contains x, !not x et d'autres disent « pas exactement cela ».",
      ]
      nested = "Chacun de ces scénarios continue là où finit celui qui l'entoure."
      time = "Les mots de temps précèdent les vérifications, sans coûter de temps réel :"
    case "es":
      story = "Una historia dice en escenarios qué se espera de una parte de la aplicación."
      (run, vocabulary) = ("Ejecutar", "Qué puede decir")
      title = "Una historia nueva"
      (firstScenario, goingOn) = ("Algo ocurre", "Sigue")
      steps = [
        "«\(given)» prepara, «\(when)» actúa, «\(then)» comprueba: una frase o una lista de frases.",
        "Los datos van tras los dos puntos de una frase.",
        "Lo esperado se compara clave por clave; las claves que faltan pueden ser cualquiera.",
        "!any, !absent, !contains x, !not x y otros dicen «no exactamente esto».",
      ]
      nested = "Cada uno de estos escenarios sigue donde acaba el que lo rodea."
      time = "Las palabras de tiempo van delante de comprobaciones y no cuestan tiempo real:"
    default:
      story = "A story describes the expected behaviour of one part of the app in scenarios."
      (run, vocabulary) = ("Run it", "Available steps")
      title = "A new story"
      (firstScenario, goingOn) = ("Something happens", "It goes on")
      steps = [
        "\"\(given)\" prepares, \"\(when)\" acts, \"\(then)\" checks: each is a sentence or a list of sentences.",
        "Data follows a colon after the sentence.",
        "Expected values are compared key by key; keys that you leave out can have any value.",
        "!any, !absent, !contains x, !not x and others match more than one exact value.",
      ]
      nested = "Each of these scenarios continues where the outer scenario ends."
      time = "Time words precede checks and take no real time:"
    }
  }
}
