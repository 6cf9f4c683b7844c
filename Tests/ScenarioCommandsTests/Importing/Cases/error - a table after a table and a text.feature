Feature: Lamp
  Scenario: Texts
    Given the table:
      | a |
      """
      b
      """
      | c |
