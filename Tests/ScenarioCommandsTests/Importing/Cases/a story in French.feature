# language: fr
Fonctionnalité: Lampe
  Scénario: Elle brille
    Étant donné la nuit
    Et quelqu'un
    Quand la lampe s'allume
    Alors il fait jour
