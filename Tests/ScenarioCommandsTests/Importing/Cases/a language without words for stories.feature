# language: pl
Funkcja: Lampa
  Scenariusz: Świeci
    Zakładając że jest ciemno
    Gdy lampa się zapala
    Wtedy jest jasno
