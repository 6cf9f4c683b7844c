Feature: Lamp
  @tag
  Background:
    When the lamp goes on
