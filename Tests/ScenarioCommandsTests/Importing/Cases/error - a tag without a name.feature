@ @a
Feature: Lamp
