Feature: Lamp
  Background:
    Given it is dark
  Background:
    Given it is cold
