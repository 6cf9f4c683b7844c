Feature: Lamp
  Scenario Outline: Cats <a>
    Given <a> cats
    # the few
    Examples: few
      These are few.
      | a |
      | 1 |
      | 2 |
    Examples: many
      | a  |
      # more
      | 99 |
