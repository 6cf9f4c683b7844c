# language: de
