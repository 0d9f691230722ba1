/**
 * How the server's process is started, also by the measurements. Node's own settings let its heap grow to several times
 * what is in use before it looks for garbage: with lists as fast as they are answered it takes 400 MB, where these take
 * 225 and some five per cent more CPU. A still smaller young generation would copy what unfinished calls hold again and
 * again.
 */
export const serverFlags = ['--max-semi-space-size=8', '--heap-growing-percent=30'];

/**
 * For the C library: one heap for all threads, and large blocks (a picture's rows) from the system and back to it at
 * any time. By itself it keeps a heap for each thread that works on pictures and passwords, and raises the two bounds
 * with what it has met.
 */
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
