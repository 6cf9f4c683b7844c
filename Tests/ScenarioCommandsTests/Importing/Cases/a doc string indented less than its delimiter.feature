Feature: Lamp
  Scenario: Texts
    Given the text:
      """
    less
      same
        more
      """
