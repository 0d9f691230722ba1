import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { call } from '../../data/index.ts';

export const hasWebAuthn = typeof PublicKeyCredential === 'function';

/** Loaded on demand, because most people never use passkeys. */
const library = () => import('@simplewebauthn/browser');

export async function makePasskey(name: string): Promise<void> {
  const optionsJSON = await call<PublicKeyCredentialCreationOptionsJSON>('/passkeys/options', { method: 'POST' });
  const { startRegistration } = await library();
  const credential = await startRegistration({ optionsJSON });
  await call('/passkeys', { method: 'POST', body: { name, credential } });
}

/** SEC-01: a proof of identity with one of the person's passkeys. */
export async function proveByPasskey(): Promise<void> {
  const optionsJSON = await call<PublicKeyCredentialRequestOptionsJSON>('/profile/proof/options', { method: 'POST' });
  const { startAuthentication } = await library();
  await call('/profile/proof', { method: 'POST', body: { credential: await startAuthentication({ optionsJSON }) } });
}

/** Signs in with a passkey; returns the token of its account. */
export async function tokenByPasskey(): Promise<string> {
  const optionsJSON = await call<PublicKeyCredentialRequestOptionsJSON>('/login/passkey/options', { method: 'POST' });
  const { startAuthentication } = await library();
  const credential = await startAuthentication({ optionsJSON });
  return (await call<{ token: string }>('/login/passkey', { method: 'POST', body: { credential } })).token;
}
