// The folders of processes that run scenarios, which are locked and removed in the same way on every system.
#ifndef CSIMULATION_REMOVAL_H
#define CSIMULATION_REMOVAL_H

#include "CSimulation.h"

#pragma GCC visibility push(hidden)

// Writes the path of the folder of a process.
void simulation_name_folder(char *path, size_t size, pid_t process);

// Creates a folder, and locks it until this process ends. Returns the descriptor with the lock, or -1.
int simulation_create_folder(const char *path);

// Removes a folder with everything in it.
void simulation_remove_tree(const char *path);

#pragma GCC visibility pop

#endif
