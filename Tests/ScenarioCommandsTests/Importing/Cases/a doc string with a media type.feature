Feature: Lamp
  Scenario: Texts
    Given the first
    And the text:
      """markdown
      # A title
      """
    And the broken one:
      """json
      { "a": 1
      """
    And the number:
      """json
      12
      """
