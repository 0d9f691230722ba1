/**
 * The command line of the server's process, also used by the measurements. With Node's defaults the heap grows to
 * several times its live size before a collection: 400 MB under a load of lists, against 225 MB and some five per cent
 * more CPU with these settings. A still smaller young generation would copy the data of unfinished calls repeatedly.
 */
export const serverFlags = ['--max-semi-space-size=8', '--heap-growing-percent=30'];

/**
 * For the C library: one heap for all threads, and large blocks (a picture's rows) mapped and unmapped directly. By
 * default it keeps a heap for each thread that works on pictures and passwords, and raises both thresholds with use.
 */
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
