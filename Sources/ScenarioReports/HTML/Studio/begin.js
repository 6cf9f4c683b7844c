// Everything is defined; the page can begin.

begin();
