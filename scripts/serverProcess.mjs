/**
 * How the server's process is started, also by the measurements. Node's own settings let its heap grow to several times what is in
 * use before it looks for garbage: with lists as fast as they are answered it takes 400 MB, where these take 240 and a few per cent
 * more CPU. A smaller young generation would copy what calls on their way hold again and again.
 */
export const serverFlags = ['--max-semi-space-size=12', '--heap-growing-percent=30'];

/**
 * For the C library: memory apart for two threads only, since pictures and passwords are worked on by several, and large blocks (a
 * picture's rows) from the system and back to it, at any time. By itself it raises these two bounds with what it has met, and keeps.
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };
