Given the lamp
