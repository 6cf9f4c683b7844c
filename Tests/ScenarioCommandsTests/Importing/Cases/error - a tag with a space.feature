@a b
Feature: Lamp
