# nothing yet

