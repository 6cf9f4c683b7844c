// Locks and removes the folders of processes. The process that started a killed one removes that one's folder. If both were
// killed, the next run does: the folder of a living process is locked.
#define _GNU_SOURCE
#include "removal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "scenarios-"

void simulation_name_folder(char *path, size_t size, pid_t process) {
  snprintf(path, size, "%s/" PREFIX "%d", simulation_temporary_folder(), process);
}

static int open_folder(int parent, const char *name) {
  return openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static void remove_contents(int folder) {
  fchmod(folder, 0700);  // the app may have made it read-only
  DIR *entries = fdopendir(folder);
  for (struct dirent *entry; entries && (entry = readdir(entries));) {
    const char *name = entry->d_name;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || unlinkat(folder, name, 0) == 0) continue;
    int inner = open_folder(folder, name);
    if (inner < 0 && errno == EACCES && fchmodat(folder, name, 0700, 0) == 0) inner = open_folder(folder, name);
    if (inner >= 0) remove_contents(inner);
    unlinkat(folder, name, AT_REMOVEDIR);
  }
  if (entries) closedir(entries);
  else close(folder);
}

void simulation_remove_tree(const char *path) {
  int folder = open_folder(AT_FDCWD, path);
  if (folder >= 0) remove_contents(folder);
  rmdir(path);
}

// Opens a folder and locks it until the process ends. Returns -1 if a process that is alive has locked it.
static int lock_folder(const char *path) {
  int file = open_folder(AT_FDCWD, path);
  if (file < 0 || flock(file, LOCK_EX | LOCK_NB) == 0) return file;
  close(file);
  return -1;
}

// Another process may remove the folder before it is locked.
int simulation_create_folder(const char *path) {
  for (;;) {
    struct stat there, opened;
    if (mkdir(path, 0700) != 0 && errno != EEXIST) return -1;
    int lock = lock_folder(path);
    if (lock >= 0 && fstat(lock, &opened) == 0 && stat(path, &there) == 0 && there.st_ino == opened.st_ino) {
      // The app may close descriptors that it did not open, which have low numbers.
      int high = fcntl(lock, F_DUPFD_CLOEXEC, 500);
      if (high < 0) return lock;
      close(lock);
      return high;
    }
    if (lock >= 0) close(lock);
    else if (errno != ENOENT && errno != EWOULDBLOCK) return -1;
    sched_yield();
  }
}

void simulation_remove_folder_of(pid_t process) {
  char path[PATH_MAX + 32];
  simulation_name_folder(path, sizeof path, process);
  // Nearly always, there is none.
  if (access(path, F_OK) == 0) simulation_remove_tree(path);
}

void simulation_remove_abandoned_folders(void) {
  DIR *entries = opendir(simulation_temporary_folder());
  for (struct dirent *entry; entries && (entry = readdir(entries));) {
    char path[PATH_MAX + NAME_MAX + 2], *end = entry->d_name + strlen(PREFIX);
    if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) != 0 || strtol(end, &end, 10) <= 0 || *end) continue;
    snprintf(path, sizeof path, "%s/%s", simulation_temporary_folder(), entry->d_name);
    int lock = lock_folder(path);
    if (lock < 0) continue;
    simulation_remove_tree(path);
    close(lock);
  }
  if (entries) closedir(entries);
}
