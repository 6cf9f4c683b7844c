// The cost of a process that links and loads the same as `scenarios`, and ends at once.
import ReaderStories
import ScenarioCommands
