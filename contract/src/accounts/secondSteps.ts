/**
 * The methods that can complete a sign-in after the password (TFA-02): a code of the authenticator or a recovery code,
 * or a passkey.
 */
export const secondSteps = ['code', 'passkey'] as const;
export type SecondStep = (typeof secondSteps)[number];
