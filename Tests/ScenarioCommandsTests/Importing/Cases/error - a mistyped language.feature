# language: eng
Feature: Lamp
