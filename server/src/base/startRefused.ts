/** Thrown for errors that the person who starts the product can correct; its message is the one sentence shown. */
export class StartRefused extends Error {}
