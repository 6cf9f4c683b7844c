Feature: Lamp
  Scenario: Both
    Given the users:
      | name |
      | Ada  |
      """
      a text
      """
