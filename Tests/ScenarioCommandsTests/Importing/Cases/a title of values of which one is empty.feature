Feature: Lamp

  Scenario Outline: <room>
    When the lamp goes on
    Then the lamp shines

    Examples:
      | room |
      | hall |
      |      |
