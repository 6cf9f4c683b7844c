// Interposed functions for randomness: inside a simulation, each source of random numbers follows the process's seed.
//
// A simulation begins at the beginning of its sequence. One runs at a time, and one piece of code in it, so the sequence
// needs no lock. `rand` of C is not random in an ordinary process, either: it begins with the same numbers
// each time. Inside, it does so in each simulation.
#define _GNU_SOURCE
#include "thread.h"

#if STORY_TIME  // see Sources/Simulation/Engine/Platform.swift for other systems

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static uint64_t seed;
static bool has_bad_seed;

static uint64_t number_of(const char *variable, uint64_t otherwise) {
  const char *text = getenv(variable);
  if (!text || !*text) return otherwise;
  char *end;
  errno = 0;
  uint64_t number = strtoull(text, &end, 10);
  if (*end || errno || *text == '-') has_bad_seed = true;
  return number;
}

uint64_t simulation_seed(void) { return seed; }
bool simulation_has_bad_seed(void) { return has_bad_seed; }

// Swift's parameters for hash values, as SwiftShims/GlobalObjects.h declares them. They must not change once a set
// exists. When a process loads, its libraries have set them, and no Swift code has run.
struct hashing_parameters {
  uint64_t seed0, seed1;
  bool deterministic;
};

// Without the flag, the order of a set also depends on its address.
void simulation_set_seeds(void) {
  seed = number_of(SIMULATION_SEED, 0);
  struct hashing_parameters *parameters = dlsym(RTLD_DEFAULT, "_swift_stdlib_Hashing_parameters");
  if (parameters) *parameters = (struct hashing_parameters){number_of(SIMULATION_HASH_SEED, seed), 0, true};
}

// MARK: - The sequence

static uint64_t state;
static struct random_data c_random;
static char c_state[128];
static struct drand48_data c_drand48;
static bool has_c_state;

void simulation_restart_randomness(void) {
  state = seed;
  has_c_state = false;
}

// SplitMix64 by Sebastiano Vigna, from the public domain.
static uint64_t next(void) {
  uint64_t value = state += 0x9E3779B97F4A7C15;
  value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9;
  value = (value ^ value >> 27) * 0x94D049BB133111EB;
  return value ^ value >> 31;
}

static void fill(void *bytes, size_t count) {
  for (uint8_t *at = bytes; count > 0;) {
    uint64_t value = next();
    size_t length = count < sizeof value ? count : sizeof value;
    memcpy(at, &value, length);
    at += length, count -= length;
  }
}

// MARK: - Sources

// Swift's standard library makes the system call itself.
INTERPOSE_TIME long syscall(long number, ...) {
  ORIGINAL_OF(syscall)
  va_list list;
  long a[6];
  va_start(list, number);
  for (int index = 0; index < 6; index++) a[index] = va_arg(list, long);
  va_end(list);
  int error = simulation_error_of_call(number, a);
  if (error) {
    errno = error;
    return -1;
  }
  if (!is_inside()) return original(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (number == SYS_getrandom) {
    fill((void *)a[0], (size_t)a[1]);
    return a[1];
  }
#if !__has_feature(thread_sanitizer)
  if (number == SYS_futex) return simulation_call_futex(original, a, __builtin_return_address(0));
#endif
  return original(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

static bool is_random_device(int file) {
  struct stat status;
  if (fstat(file, &status) != 0 || !S_ISCHR(status.st_mode)) return false;
  return status.st_rdev == makedev(1, 8) || status.st_rdev == makedev(1, 9);  // /dev/random, /dev/urandom
}

#define BYTES(name, type, parameters, is_original, result, ...) \
  INTERPOSE_TIME type name parameters { \
    ORIGINAL_OF(name) \
    if (is_original) return original(__VA_ARGS__); \
    fill(bytes, count); \
    return result; \
  }

BYTES(getrandom, ssize_t, (void *bytes, size_t count, unsigned flags), !is_inside(), (ssize_t)count, bytes, count,
      flags)
BYTES(getentropy, int, (void *bytes, size_t count), !is_inside(), 0, bytes, count)
// `UUID` reads the device.
BYTES(read, ssize_t, (int file, void *bytes, size_t count), !is_inside() || !is_random_device(file), (ssize_t)count,
      file, bytes, count)

#define NUMBER(name, type, parameters, number, ...) \
  INTERPOSE type name parameters { \
    ORIGINAL_OF(name) \
    return !is_inside() && original ? original(__VA_ARGS__) : (type)(number); \
  }

// glibc has these since version 2.36.
NUMBER(arc4random, uint32_t, (void), next())
NUMBER(arc4random_uniform, uint32_t, (uint32_t bound), ((next() >> 32) * bound) >> 32, bound)
BYTES(arc4random_buf, void, (void *bytes, size_t count), !is_inside() && original, , bytes, count)

// `std::random_device`, which asks the processor.
NUMBER(_ZNSt13random_device9_M_getvalEv, unsigned, (void *device), next(), device)

// MARK: - rand

static bool uses_c_state(void) {
  if (!is_inside()) return false;
  if (!has_c_state) {
    memset(&c_random, 0, sizeof c_random);
    memset(&c_drand48, 0, sizeof c_drand48);
    initstate_r(1, c_state, sizeof c_state, &c_random);
    has_c_state = true;
  }
  return true;
}

#define RANDOM(name, type, type_of_value, draw) \
  INTERPOSE type name(void) { \
    ORIGINAL_OF(name) \
    type_of_value value; \
    if (!uses_c_state()) return original(); \
    draw; \
    return value; \
  }

RANDOM(rand, int, int32_t, random_r(&c_random, &value))
RANDOM(random, long, int32_t, random_r(&c_random, &value))
RANDOM(drand48, double, double, drand48_r(&c_drand48, &value))
RANDOM(lrand48, long, long, lrand48_r(&c_drand48, &value))
RANDOM(mrand48, long, long, mrand48_r(&c_drand48, &value))

#define SEED_RANDOM(name, type, start) \
  INTERPOSE void name(type number) { \
    ORIGINAL_OF(name) \
    if (!uses_c_state()) return original(number); \
    start; \
  }

SEED_RANDOM(srand, unsigned, srandom_r(number, &c_random))
SEED_RANDOM(srandom, unsigned, srandom_r(number, &c_random))
SEED_RANDOM(srand48, long, srand48_r(number, &c_drand48))

#endif
