Feature: Lamp
  Scenario: Texts
    Given the first
    And the text:
      """json
      { "a": 1 }
      """
