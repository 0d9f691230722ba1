/** Digits of a PIN as an oven displays it: on its plate, and at most when it generates one for each pairing. */
export const pinLimits = { plateDigits: 4, mostDigits: 8 } as const;
