Feature: Lamp
  Scenario: Texts
    Given the text:
      """
      """
      """
      """
