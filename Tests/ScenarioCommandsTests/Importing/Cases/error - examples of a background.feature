Feature: Lamp
  Background:
    Given it is dark
    Examples:
      | a |
