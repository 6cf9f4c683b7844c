Feature: Lamp
  Scenario: Texts
    Given the text:
      """
      \"\"\" stays
      \n stays, too
      """
