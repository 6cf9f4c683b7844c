Feature: Lamp
  @LAMP-1 @owner:me @#12 @a(b)
  Scenario: It shines
    When the lamp goes on
    Then the lamp shines
