# language: xx
Feature: Lamp
