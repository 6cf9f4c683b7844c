// What a process costs that links and loads what `scenarios` does, and ends at once.
import ReaderStories
import ScenarioCommands
