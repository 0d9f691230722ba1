import { z } from 'zod';
import { node } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';
import { requiredText } from '../kit/text.ts';

export const passkeyLimits = { name: 60, perPerson: 20, challengeMinutes: 5 } as const;

/** GET `passkeys`: the caller's own. */
export const passkeyView = z.object({
  ...node('Passkey'),
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
export type PasskeyView = z.infer<typeof passkeyView>;

const base64Url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/);
const credential = {
  id: base64Url.min(1).max(1400),
  rawId: base64Url.max(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(z.string().max(100), z.unknown()),
};

/** What `navigator.credentials.create` gives, as JSON (Web Authentication, level 3, section 5.1). */
const registration = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64Url,
    attestationObject: base64Url,
    authenticatorData: base64Url.optional(),
    transports: z
      .array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))
      .max(10)
      .optional(),
    publicKey: base64Url.optional(),
    publicKeyAlgorithm: z.int().optional(),
  }),
});

/** What `navigator.credentials.get` gives. */
const assertion = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64Url,
    authenticatorData: base64Url,
    signature: base64Url,
    userHandle: base64Url.nullish(),
  }),
});

/** POST `passkeys` */
export const passkeyInput = z.strictObject({ name: requiredText(passkeyLimits.name), credential: registration });
export type PasskeyInput = z.output<typeof passkeyInput>;
/** POST `login/passkey` */
export const passkeySignIn = z.strictObject({ credential: assertion });
export type PasskeySignIn = z.output<typeof passkeySignIn>;

/** POST `passkeys/options` and `login/passkey/options`: what the browser's call takes, as it is. */
export const passkeyOptions = z.record(z.string(), z.unknown());
