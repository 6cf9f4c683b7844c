Feature: Lamp
  Scenario: Texts
    Given the text:
      """
      one
      """ two
    Then it is dark
