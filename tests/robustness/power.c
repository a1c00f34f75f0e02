/* Records what a process does to the files of one folder: writes, truncations, syncs, creations, removals.

   Loaded by LD_PRELOAD. POWER_FOLDER names the folder, POWER_LOG the file for the record, which is elsewhere.
   A line of the record: operation, length of the path, offset, length of the data; then the path and the data.
   W writes, T truncates to the offset, S syncs, C creates, U removes, R renames (the data are the new name). */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST 4096

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static char *names[MOST];
static int record = -1;

struct __attribute__((packed)) head {
  char operation;
  uint32_t path;
  uint64_t offset;
  uint64_t length;
};

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static int (*real_open)(const char *, int, ...);
static int (*real_openat)(int, const char *, int, ...);

static void begin(void) {
  static int begun;
  if (begun) return;
  begun = 1;
  real_write = dlsym(RTLD_NEXT, "write");
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_open = dlsym(RTLD_NEXT, "open64");
  real_openat = dlsym(RTLD_NEXT, "openat64");
  const char *log = getenv("POWER_LOG");
  if (log) record = real_open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_ours(const char *path) {
  const char *folder = getenv("POWER_FOLDER");
  size_t length = folder ? strlen(folder) : 0;
  return length && record >= 0 && path && strncmp(path, folder, length) == 0 && (path[length] == 0 || path[length] == 47);
}

static void note(char operation, const char *path, uint64_t offset, const void *data, uint64_t length) {
  struct head head = {operation, (uint32_t)strlen(path), offset, length};
  struct iovec parts[3] = {{&head, sizeof head}, {(void *)path, strlen(path)}, {(void *)data, length}};
  if (writev(record, parts, 3) < 0) abort();
}

static const char *name_of(int fd) { return fd >= 0 && fd < MOST ? names[fd] : NULL; }

static int opened(int fd, const char *path, int flags, int existed) {
  if (fd >= 0 && fd < MOST && is_ours(path)) {
    pthread_mutex_lock(&turn);
    free(names[fd]);
    names[fd] = strdup(path);
    if (!existed) note('C', path, 0, NULL, 0);
    if (existed && (flags & O_TRUNC)) note('T', path, 0, NULL, 0);
    pthread_mutex_unlock(&turn);
  }
  return fd;
}

#define OPEN(called)                                                     \
  int called(const char *path, int flags, ...) {                         \
    va_list more;                                                        \
    va_start(more, flags);                                               \
    mode_t mode = (flags & O_CREAT) ? va_arg(more, mode_t) : 0;          \
    va_end(more);                                                        \
    begin();                                                             \
    int existed = !(flags & O_CREAT) || access(path, F_OK) == 0;         \
    return opened(real_open(path, flags, mode), path, flags, existed);   \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(called)                                                          \
  int called(int at, const char *path, int flags, ...) {                        \
    va_list more;                                                               \
    va_start(more, flags);                                                      \
    mode_t mode = (flags & O_CREAT) ? va_arg(more, mode_t) : 0;                 \
    va_end(more);                                                               \
    begin();                                                                    \
    int existed = !(flags & O_CREAT) || access(path, F_OK) == 0;                \
    return opened(real_openat(at, path, flags, mode), path, flags, existed);    \
  }
OPENAT(openat)
OPENAT(openat64)

int close(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "close");
  if (name_of(fd)) {
    pthread_mutex_lock(&turn);
    free(names[fd]);
    names[fd] = NULL;
    pthread_mutex_unlock(&turn);
  }
  return real(fd);
}

ssize_t write(int fd, const void *data, size_t length) {
  begin();
  const char *path = name_of(fd);
  if (!path) return real_write(fd, data, length);
  pthread_mutex_lock(&turn);
  off64_t at = fcntl(fd, F_GETFL) & O_APPEND ? lseek64(fd, 0, SEEK_END) : lseek64(fd, 0, SEEK_CUR);
  ssize_t done = real_write(fd, data, length);
  if (done > 0) note('W', path, (uint64_t)at, data, (uint64_t)done);
  pthread_mutex_unlock(&turn);
  return done;
}

#define PWRITE(called)                                                          \
  ssize_t called(int fd, const void *data, size_t length, off64_t at) {         \
    begin();                                                                    \
    const char *path = name_of(fd);                                             \
    if (!path) return real_pwrite(fd, data, length, at);                        \
    pthread_mutex_lock(&turn);                                                  \
    ssize_t done = real_pwrite(fd, data, length, at);                           \
    if (done > 0) note('W', path, (uint64_t)at, data, (uint64_t)done);          \
    pthread_mutex_unlock(&turn);                                                \
    return done;                                                                \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

#define TRUNCATE(called)                                     \
  int called(int fd, off64_t length) {                       \
    static int (*real)(int, off64_t);                        \
    if (!real) real = dlsym(RTLD_NEXT, "ftruncate64");       \
    pthread_mutex_lock(&turn);                               \
    int done = real(fd, length);                             \
    const char *path = name_of(fd);                          \
    if (path && done == 0) note('T', path, (uint64_t)length, NULL, 0); \
    pthread_mutex_unlock(&turn);                             \
    return done;                                             \
  }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

/* Nothing is really synced: the record alone says what would be on the disk. */
#define SYNC(called)                                            \
  int called(int fd) {                                          \
    static int (*real)(int);                                    \
    if (!real) real = dlsym(RTLD_NEXT, #called);                \
    const char *path = name_of(fd);                             \
    if (!path) return real(fd);                                 \
    pthread_mutex_lock(&turn);                                  \
    note('S', path, 0, NULL, 0);                                \
    pthread_mutex_unlock(&turn);                                \
    return 0;                                                   \
  }
SYNC(fsync)
SYNC(fdatasync)

int unlink(const char *path) {
  static int (*real)(const char *);
  if (!real) real = dlsym(RTLD_NEXT, "unlink");
  begin();
  pthread_mutex_lock(&turn);
  int done = real(path);
  if (done == 0 && is_ours(path)) note('U', path, 0, NULL, 0);
  pthread_mutex_unlock(&turn);
  return done;
}

int rename(const char *from, const char *to) {
  static int (*real)(const char *, const char *);
  if (!real) real = dlsym(RTLD_NEXT, "rename");
  begin();
  pthread_mutex_lock(&turn);
  int done = real(from, to);
  if (done == 0 && is_ours(from)) note('R', from, 0, to, strlen(to));
  pthread_mutex_unlock(&turn);
  return done;
}
