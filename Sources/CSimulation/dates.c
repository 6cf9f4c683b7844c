// Interposed functions for the dates of files: a file that code inside has written carries story time.
//
// The kernel dates a change by its own clock. A date of before the simulation stays as it is, and so does one that the
// code has set; any other becomes the moment of the change. A change that none of these functions has made is seen when
// the date is read.
#define _GNU_SOURCE
#include "thread.h"

#include <unistd.h>

#if STORY_TIME  // see Sources/Simulation/Engine/Platform.swift for other systems

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>

// When the simulation began, by both clocks with which the kernel dates changes.
static int64_t start, exact_start;

enum change { NONE, CHANGED, WRITTEN };

static int64_t nanoseconds(struct timespec time) { return (int64_t)time.tv_sec * SECOND + time.tv_nsec; }

static int64_t real_time(clockid_t clock) {
  struct timespec now;
  syscall(SYS_clock_gettime, clock, &now);
  return nanoseconds(now);
}

void simulation_begin_dates(void) {
  start = real_time(CLOCK_REALTIME_COARSE);
  exact_start = real_time(CLOCK_REALTIME);
}

static void date(struct stat *file, enum change change) {
  int64_t modified = nanoseconds(file->st_mtim), changed = nanoseconds(file->st_ctim), last = changed;
  if (!simulation_thread.simulation || simulation_is_in_system_call || changed < start) return;
  // The kernel dates nothing later than the last change.
  bool keeps_modified = modified < start || modified > last;
  int64_t read = nanoseconds(file->st_atim);
  // A file with a date between both clocks was changed before the start or after it.
  if (!simulation_date(file->st_dev, file->st_ino, change != NONE || last > exact_start, change == WRITTEN,
                       simulation_thread.since_1970, &modified, &changed))
    return;
  if (!keeps_modified) file->st_mtim = timespec_of(modified);
  if (read >= start && read <= last) file->st_atim = timespec_of(modified);
  file->st_ctim = timespec_of(changed);
}

void simulation_date_file(int descriptor, bool writes) {
  ORIGINAL_OF(fstat)
  struct stat file;
  int error = errno;
  if (simulation_thread.simulation && original(descriptor, &file) == 0 && S_ISREG(file.st_mode))
    date(&file, writes ? WRITTEN : CHANGED);
  errno = error;
}

void simulation_date_path(int folder, const char *path) {
  ORIGINAL_OF(fstatat)
  struct stat file;
  int error = errno;
  if (simulation_thread.simulation && original(folder, path, &file, AT_SYMLINK_NOFOLLOW) == 0) date(&file, CHANGED);
  errno = error;
}

#define DATED(name, parameters, ...) \
  INTERPOSE_TIME int name parameters { \
    ORIGINAL_OF(name) \
    int result = original(__VA_ARGS__); \
    if (result == 0) date((struct stat *)file, NONE); \
    return result; \
  }

DATED(stat, (const char *restrict path, struct stat *restrict file), path, file)
DATED(stat64, (const char *restrict path, struct stat64 *restrict file), path, file)
DATED(lstat, (const char *restrict path, struct stat *restrict file), path, file)
DATED(lstat64, (const char *restrict path, struct stat64 *restrict file), path, file)
DATED(fstat, (int descriptor, struct stat *file), descriptor, file)
DATED(fstat64, (int descriptor, struct stat64 *file), descriptor, file)
DATED(fstatat, (int folder, const char *restrict path, struct stat *restrict file, int flags), folder, path, file,
      flags)
DATED(fstatat64, (int folder, const char *restrict path, struct stat64 *restrict file, int flags), folder, path, file,
      flags)

#define WRITES(name, type, parameters, ...) \
  INTERPOSE_TIME type name parameters { \
    ORIGINAL_OF(name) \
    type result = original(__VA_ARGS__); \
    if (result >= 0) simulation_date_file(file, true); \
    return result; \
  }

WRITES(sendfile, ssize_t, (int file, int from, off_t *at, size_t count), file, from, at, count)
WRITES(sendfile64, ssize_t, (int file, int from, off64_t *at, size_t count), file, from, at, count)
WRITES(copy_file_range, ssize_t, (int from, off64_t *from_at, int file, off64_t *at, size_t count, unsigned flags),
       from, from_at, file, at, count, flags)
WRITES(pwrite, ssize_t, (int file, const void *bytes, size_t count, off_t at), file, bytes, count, at)
WRITES(pwrite64, ssize_t, (int file, const void *bytes, size_t count, off64_t at), file, bytes, count, at)
WRITES(writev, ssize_t, (int file, const struct iovec *parts, int count), file, parts, count)
WRITES(ftruncate, int, (int file, off_t length), file, length)
WRITES(ftruncate64, int, (int file, off64_t length), file, length)

// libc writes what a stream has collected by itself. Then fewer bytes are pending than before and those that are new.
#define STREAM(name, type, parameters, length, ...) \
  INTERPOSE_TIME type name parameters { \
    ORIGINAL_OF(name) \
    if (!simulation_thread.simulation || !stream) return original(__VA_ARGS__); \
    size_t before = __fpending(stream); \
    type result = original(__VA_ARGS__); \
    if (__fpending(stream) < before + (length)) simulation_date_file(fileno(stream), true); \
    return result; \
  }

STREAM(fflush, int, (FILE *stream), 0, stream)
STREAM(fputc, int, (int character, FILE *stream), 1, character, stream)
STREAM(fputs, int, (const char *restrict text, FILE *restrict stream), strlen(text), text, stream)
STREAM(fwrite, size_t, (const void *restrict bytes, size_t size, size_t count, FILE *restrict stream), size * result,
       bytes, size, count, stream)
STREAM(vfprintf, int, (FILE *restrict stream, const char *restrict format, va_list arguments), (size_t)result, stream,
       format, arguments)

INTERPOSE_TIME int fclose(FILE *stream) {
  ORIGINAL_OF(fclose)
  if (simulation_thread.simulation) fflush(stream);
  return original(stream);
}

#endif

#if defined(__linux__)
static void (*before_write)(int file);

void simulation_call_before_write(void (*function)(int file)) { before_write = function; }

INTERPOSE_TIME ssize_t write(int file, const void *bytes, size_t count) {
  ORIGINAL_OF(write)
  if (before_write) before_write(file);
  ssize_t result = original(file, bytes, count);
#if STORY_TIME
  if (result >= 0) simulation_date_file(file, true);
#endif
  return result;
}
#else
void simulation_call_before_write(void (*function)(int file)) {}
#endif
