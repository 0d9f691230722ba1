import { passkeyInput, passkeyOptions, passkeySignIn, passkeyView } from '@fournil/contract/accounts/passkeys';
import { signInAnswer } from '@fournil/contract/accounts/signIn';
import { collection } from '@fournil/contract/kit/hydra';
import { z } from 'zod';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { named } from '../../kit/http/callNames.ts';
import { originOf } from '../../kit/http/callOrigin.ts';
import { wholeList } from '../../kit/http/list.ts';
import type { Services } from '../../kit/services.ts';
import {
  addPasskey,
  listPasskeys,
  registrationOptions,
  removePasskey,
  signInOptions,
  signInWithPasskey,
} from './passkeys.ts';

const own = { allow: 'passkeys.own' } as const;
const change = { allow: 'passkeys.change' } as const;
const open = { allow: 'accounts.open', answersSecret: true } as const;

/** Passkeys (Web Authentication): the caller's own, and signing in with one. */
export function passkeyRoutes(app: App, services: Services): void {
  app.get(
    '/passkeys',
    {
      config: own,
      schema: {
        named: named('Account', 'listPasskeys', 'List the caller’s passkeys'),
        response: { 200: collection(passkeyView) },
      },
    },
    async (request) => {
      const items = await listPasskeys(services, callerOf(request));
      return wholeList(request, 'Passkey', items);
    },
  );
  app.post(
    '/passkeys/options',
    {
      config: change,
      schema: {
        named: named('Account', 'getPasskeyOptions', 'Begin to add a passkey'),
        response: { 200: passkeyOptions },
      },
    },
    async (request) => ({
      ...(await registrationOptions(services, callerOf(request))),
    }),
  );
  app.post(
    '/passkeys',
    {
      config: change,
      schema: {
        named: named('Account', 'addPasskey', 'Add a passkey'),
        body: passkeyInput,
        response: { 201: passkeyView },
      },
    },
    async (request, reply) => reply.code(201).send(await addPasskey(services, callerOf(request), request.body)),
  );
  app.delete(
    '/passkeys/:passkey',
    {
      config: change,
      schema: {
        named: named('Account', 'deletePasskey', 'Delete a passkey'),
        params: z.object({ passkey: z.string() }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await removePasskey(services, callerOf(request), request.params.passkey);
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/login/passkey/options',
    {
      config: open,
      schema: {
        named: named('Account', 'getPasskeySignInOptions', 'Begin signing in with a passkey'),
        response: { 200: passkeyOptions },
      },
    },
    async (request) => ({
      ...(await signInOptions(services, originOf(request))),
    }),
  );
  app.post(
    '/login/passkey',
    {
      config: open,
      schema: {
        named: named('Account', 'signInWithPasskey', 'Sign in with a passkey'),
        body: passkeySignIn,
        response: { 200: signInAnswer },
        refuses: ['401'],
      },
    },
    (request) => signInWithPasskey(services, request.body, originOf(request)),
  );
}
