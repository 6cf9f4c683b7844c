Feature: Lamp
  Scenario Outline: Cats <count>
    Given <count> cats and <counts> dogs
    Then it says "<b>yes</b>"
    Examples:
      | count |
      | 1     |
