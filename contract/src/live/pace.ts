/** A stream of live events has a sign of life after this time without an event. */
export const signOfLifeSeconds = 15;
