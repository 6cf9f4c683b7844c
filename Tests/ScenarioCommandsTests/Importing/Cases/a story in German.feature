# language: de
@langsam
Funktionalität: Lampe
  Grundlage:
    Angenommen es ist dunkel

  Szenario: Sie leuchtet
    Und jemand ist da
    Wenn die Lampe angeht
    Dann ist es hell
    Wenn sie ausgeht
    Aber jemand da ist

  Szenariogrundriss: <n> Katzen
    Angenommen <n> Katzen
    Beispiele:
      | n |
      | 1 |

  Szenario: Später
