/**
 * How the server's process is started, also by the measurements. Node's own settings let its heap grow to several times what is in
 * use before it looks for garbage: measured with lists as fast as they are answered, 410 MB where these take 240.
 */
export const serverFlags = ['--max-semi-space-size=4', '--heap-growing-percent=30'];
/** The C library keeps memory apart for each thread otherwise; pictures and passwords are worked on by several. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' };
