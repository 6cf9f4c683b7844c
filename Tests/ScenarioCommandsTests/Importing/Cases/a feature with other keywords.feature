Ability: Lamp
  Example: It shines
    When the lamp goes on
    Then the lamp shines
