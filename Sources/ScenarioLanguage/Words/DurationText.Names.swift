extension DurationText {
  /// Common names of the units in several languages, in lower case, mapped to the unit in stories.
  static let otherNames: [String: String] = {
    let names = [
      "ms": [
        "ms", "msec", "msecs", "milli", "millis", "millisecond", "milliseconds", "мс", "мс.",
        "мсек", "мсек.", "миллисекунда", "миллисекунды", "миллисекунд", "миллисекунду",
        "milliseconde", "millisecondes", "millisekunde", "millisekunden", "milisegundo",
        "milisegundos",
      ],
      "s": [
        "s", "s.", "sec", "secs", "sec.", "second", "seconds", "с", "с.", "сек", "сек.", "секунда",
        "секунды", "секунд", "секунду", "seconde", "secondes", "sek", "sek.", "sekunde",
        "sekunden", "seg", "seg.", "segundo", "segundos",
      ],
      "min": [
        "m", "min", "mins", "min.", "minute", "minutes", "м", "мин", "мин.", "минута", "минуты",
        "минут", "минуту", "minuten", "minuto", "minutos",
      ],
      "h": [
        "hr", "hrs", "h", "h.", "hour", "hours", "ч", "ч.", "час", "часа", "часов", "heure",
        "heures", "std", "std.", "stunde", "stunden", "hora", "horas",
      ],
      "d": [
        "d", "day", "days", "д", "д.", "дн", "дн.", "день", "дня", "дней", "сутки", "суток", "j",
        "jour", "jours", "tag", "tage", "tagen", "día", "días", "dia", "dias",
      ],
    ]
    return Dictionary(
      names.flatMap { unit, others in others.map { ($0, unit) } },
      uniquingKeysWith: { old, _ in old })
  }()
}
