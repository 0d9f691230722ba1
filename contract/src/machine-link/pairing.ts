import { z } from 'zod';
import { freshPin } from '../machines/machine.ts';
import { modelCode } from '../models/modelCode.ts';

/** LNK-02: how long the owner's pairing window is open, and how many PINs may be tried. */
export const pairingLimits = {
  windowMinutes: 15,
  /** Different wrong PINs from one source for one serial number, in an hour and in a day. */
  wrongPins: 5,
  wrongPinsPerDay: 10,
  /**
   * PINs that are compared for all sources together, except the one from which the window was opened: in one window;
   * in a day over all windows; the last of these only while the window is open for a PIN that the oven shows.
   */
  pinsOfOthers: 20,
  pinsOfOthersPerDay: 80,
  freshPinsOfOthersPerDay: 20,
  /** PINs that an organisation may enter for one serial number, and serial numbers that it may enter, in a day. */
  enteredPinsPerDay: 5,
  enteredSerialsPerDay: 2000,
} as const;

/** The keys with which a machine can pair: its TLS and its renewals use them. */
export const acceptedKeys = {
  curves: ['P-256', 'P-384', 'P-521'],
  rsaBits: { min: 2048, max: 4096 },
  words: 'ECDSA P-256, P-384, P-521; RSA 2048–4096',
} as const;

/**
 * POST `machine-link/pair` (LNK-02): a machine sends serial number and PIN while its owner's pairing window is open.
 * The PIN is the one on its plate, or one of up to eight digits that the machine generates and displays for this
 * attempt and that its owner types to open the window.
 */
export const pairInput = z.strictObject({
  serialNumber: z.string().min(1).max(64).describe('The serial number on the plate; capitals do not matter.'),
  pin: z
    .string()
    .regex(freshPin, { error: 'custom.validation.freshPin' })
    .describe('The PIN on the plate, or the one that the machine shows for this pairing.'),
  model: modelCode.describe('The code of the model, from the maker’s catalogue.'),
  certificateRequest: z
    .string()
    .min(1)
    .max(8192)
    .describe('PKCS #10 in PEM, signed by its own key, which never leaves the machine.'),
});
export type PairInput = z.infer<typeof pairInput>;

/** The machine's own credentials. PEM throughout. */
export const pairAnswer = z.object({
  machineId: z.uuid().describe('The machine’s id: MQTT client identifier, and part of its topics.'),
  certificate: z.string().describe('The client certificate in PEM; its common name is the machine id.'),
  certificateExpiresAt: z.string().describe('When it ends, in UTC: it is renewed in the last 30 days.'),
  authority: z.string().describe('The only authority that the broker’s certificate is checked against, in PEM.'),
  brokerUrl: z.string().describe('Where to connect: `mqtts://host:port`.'),
  updateUrl: z.url().describe('The address of software updates (hawkBit’s Direct Device Integration).'),
  updateToken: z
    .string()
    .describe('For `Authorization: TargetToken …` at `updateUrl`; pairing and renewal answer it, nothing else.'),
  updateKey: z.string().describe('The public key (Ed25519, PEM) that the signatures of updates are checked with.'),
});
export type PairAnswer = z.infer<typeof pairAnswer>;

/** POST `machine-link/renew`, signed with the present certificate's key: see the AsyncAPI document. */
export const renewInput = z.strictObject({
  certificate: z.string().min(1).max(8192).describe('The present certificate in PEM.'),
  certificateRequest: z.string().min(1).max(8192).describe('A request for a new key: PKCS #10 in PEM.'),
  signature: z
    .string()
    .min(1)
    .max(1024)
    .describe(
      'In base64, over the text of `certificateRequest` exactly as it is sent, by the key of the present certificate: ECDSA with SHA-256 in DER, for RSA keys PKCS #1 v1.5 with SHA-256.',
    ),
});

/** POST `machine-link/locate`, by a machine that cannot connect: signed as a renewal, over another text. */
export const locateInput = z.strictObject({
  certificate: renewInput.shape.certificate,
  signature: renewInput.shape.signature.describe(
    'In base64, over the text of `certificate` exactly as it is sent, by its key: ECDSA with SHA-256 in DER, for RSA keys PKCS #1 v1.5 with SHA-256.',
  ),
});

/** The address alone: whom a machine trusts there is what the pairing and the last renewal said. */
export const locateAnswer = pairAnswer.pick({ brokerUrl: true });
