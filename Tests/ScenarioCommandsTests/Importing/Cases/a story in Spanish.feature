# language: es
Característica: Lámpara
  Escenario: Brilla
    Dado que es de noche
    Cuando se enciende
    Entonces brilla
