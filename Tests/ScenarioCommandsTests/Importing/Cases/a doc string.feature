Feature: Lamp
  Scenario: Texts
    Given the text:
      """
      First line
        indented

      last line
      """
    And the line
      """
      only one
      """
