/* Records what a disk that loses power would still hold of one folder (POWER_CUT_FROM) in another (POWER_CUT_TO).
 *
 * Preloaded into a server. The bytes of a file count from the moment at which fsync or fdatasync is called on it, the names in a
 * folder from the fsync of the folder: POSIX promises nothing else. Writes wait while a file is copied, so that nothing written
 * after the call is taken for synced. Copies are renamed into place, because the server is killed at any moment.
 *
 * While the file POWER_CUT_FAILS exists, the next fdatasync deletes it and fails.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t writes = PTHREAD_MUTEX_INITIALIZER;

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

/* A file's name in the record: an inode number alone is used again for another file. */
static int key_of(int fd, char *key, size_t size, mode_t *mode) {
  struct statx seen;
  if (statx(fd, "", AT_EMPTY_PATH, STATX_INO | STATX_TYPE | STATX_BTIME, &seen) != 0) return -1;
  *mode = seen.stx_mode;
  snprintf(key, size, "%llu-%lld-%u", (unsigned long long)seen.stx_ino, (long long)seen.stx_btime.tv_sec,
           seen.stx_btime.tv_nsec);
  return 0;
}

static int is_recorded(int fd, const char *from) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  size_t start = strlen(from);
  if (length < 0) return 0;
  path[length] = 0;
  return strncmp(path, from, start) == 0 && (path[start] == 0 || path[start] == '/');
}

static void put(int out, const char *bytes, ssize_t length) {
  ssize_t (*write_next)(int, const void *, size_t) = next("write");
  while (length > 0) {
    ssize_t written = write_next(out, bytes, (size_t)length);
    if (written <= 0) abort();
    bytes += written;
    length -= written;
  }
}

static void copy_file(int fd, int out) {
  char own[64], block[1 << 16];
  snprintf(own, sizeof own, "/proc/self/fd/%d", fd);
  int in = open(own, O_RDONLY | O_CLOEXEC);
  if (in < 0) abort();
  for (ssize_t length; (length = read(in, block, sizeof block)) > 0;) put(out, block, length);
  close(in);
}

static void copy_names(int fd, int out) {
  char own[64], line[PATH_MAX], key[96];
  mode_t mode;
  snprintf(own, sizeof own, "/proc/self/fd/%d", fd);
  DIR *folder = opendir(own);
  if (folder == NULL) abort();
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    int named = openat(dirfd(folder), entry->d_name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (named < 0) continue;
    if (key_of(named, key, sizeof key, &mode) == 0) {
      int length = snprintf(line, sizeof line, "%s %s %s\n", S_ISDIR(mode) ? "folder" : "file", key, entry->d_name);
      put(out, line, length);
    }
    close(named);
  }
  closedir(folder);
}

static void record(int fd) {
  const char *from = getenv("POWER_CUT_FROM"), *to = getenv("POWER_CUT_TO");
  char key[96], made[PATH_MAX], kept[PATH_MAX];
  mode_t mode;
  if (from == NULL || to == NULL || !is_recorded(fd, from) || key_of(fd, key, sizeof key, &mode) != 0) return;
  pthread_mutex_lock(&writes);
  snprintf(made, sizeof made, "%s/%s.new", to, key);
  snprintf(kept, sizeof kept, "%s/%s", to, key);
  int out = open(made, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (out < 0) abort();
  if (S_ISDIR(mode)) copy_names(fd, out); else copy_file(fd, out);
  close(out);
  if (rename(made, kept) != 0) abort();
  pthread_mutex_unlock(&writes);
}

int fsync(int fd) { record(fd); return 0; }

int fdatasync(int fd) {
  const char *fails = getenv("POWER_CUT_FAILS");
  if (fails != NULL && unlink(fails) == 0) {
    errno = EIO;
    return -1;
  }
  record(fd);
  return 0;
}

#define WAITING(type, name, parameters, arguments) \
  type name parameters {                           \
    type (*name##_next) parameters = next(#name);  \
    pthread_mutex_lock(&writes);                   \
    type result = name##_next arguments;           \
    pthread_mutex_unlock(&writes);                 \
    return result;                                 \
  }

WAITING(ssize_t, pwrite, (int fd, const void *bytes, size_t length, off_t at), (fd, bytes, length, at))
WAITING(ssize_t, pwrite64, (int fd, const void *bytes, size_t length, off64_t at), (fd, bytes, length, at))
WAITING(int, ftruncate, (int fd, off_t length), (fd, length))
WAITING(int, ftruncate64, (int fd, off64_t length), (fd, length))
