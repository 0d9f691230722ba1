import { z } from 'zod';
import { freshPin } from '../machines/machine.ts';
import { modelCode } from '../models/modelCode.ts';

/** LNK-02: how long the owner's pairing window is open, and how many PINs may be tried. */
export const pairingLimits = {
  windowMinutes: 15,
  /** Different wrong PINs from one source for one serial number, in an hour and in a day. */
  wrongPins: 5,
  wrongPinsPerDay: 10,
  /** From all sources together in a day, except the one from which the window was opened. */
  wrongPinsOfOthersPerDay: 20,
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
  serialNumber: z.string().min(1).max(64),
  pin: z.string().regex(freshPin, { error: 'custom.validation.freshPin' }),
  model: modelCode,
  /** PKCS#10, PEM. The private key never leaves the machine. */
  certificateRequest: z.string().min(1).max(8192),
});
export type PairInput = z.infer<typeof pairInput>;

/** The machine's own credentials. PEM throughout. */
export const pairAnswer = z.object({
  machineId: z.uuid(),
  /** Client certificate, CN = machineId. */
  certificate: z.string(),
  certificateExpiresAt: z.string(),
  /** The certificate authority of this certificate and of the broker's. */
  authority: z.string(),
  /** `mqtts://host:port` */
  brokerUrl: z.string(),
  /**
   * The address of software updates: hawkBit's DDI, with `Authorization: TargetToken …`. The token is returned only
   * here.
   */
  updateUrl: z.url(),
  updateToken: z.string(),
  /** Ed25519, PEM: what the maker signs updates with. */
  updateKey: z.string(),
});
export type PairAnswer = z.infer<typeof pairAnswer>;

/** POST `machine-link/renew`, signed with the present certificate's key: see the AsyncAPI document. */
export const renewInput = z.strictObject({
  certificate: z.string().min(1).max(8192),
  certificateRequest: z.string().min(1).max(8192),
  /** Base64 signature (ECDSA P-256, SHA-256, DER) of `certificateRequest` by the present certificate's key. */
  signature: z.string().min(1).max(1024),
});
