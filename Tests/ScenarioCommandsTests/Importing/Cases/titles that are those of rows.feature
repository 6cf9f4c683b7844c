Feature: Lamp

  Scenario: It shines
    Then the lamp shines

  Scenario: It shines
    Then the lamp shines

  Scenario Outline: It shines
    When the lamp goes on in the <room>

    Examples:
      | room |
      | 2    |

  Scenario: hall
    Then the lamp shines

  Scenario Outline: <room>
    When the lamp goes on in the <room>

    Examples:
      | room |
      | hall |
