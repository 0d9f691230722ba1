import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { apiTokenForm, apiTokenPattern } from '@fournil/contract/api-tokens/apiToken';
import { say } from '@fournil/contract/kit/words';
import { can } from '@fournil/contract/rights/policy';
import { rights as allRights, type Right } from '@fournil/contract/rights/rights';
import type { PersonKind } from '@fournil/contract/rights/roles';
import { gateScope, type Trx } from '../db/database.ts';
import type { Caller } from '../kit/caller.ts';
import { Refusal } from '../kit/errors.ts';
import type { Services } from '../kit/services.ts';
import { firstInMinute } from './firstInMinute.ts';
import { isOpenAt } from './openAccounts.ts';
import { selectPeople, toCaller } from './people.ts';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** INT-04: a new token of 238 random bits, in the form that scanners of secrets know. */
export function newApiToken(): string {
  const random = Array.from({ length: apiTokenForm.randomLetters }, () => letters[randomInt(letters.length)]).join('');
  return `${apiTokenForm.prefix}${random}${checksumOf(random)}`;
}

/** Whether a text has the form of an API token, with the right checksum: nothing else is looked up. */
export function isApiToken(text: string): boolean {
  if (!apiTokenPattern.test(text)) return false;
  const random = text.slice(apiTokenForm.prefix.length, -apiTokenForm.checksumLetters);
  return text.endsWith(checksumOf(random));
}

/** CRC-32 in base 62. */
function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let place = 0; place < apiTokenForm.checksumLetters; place += 1) {
    text = `${letters[rest % letters.length]}${text}`;
    rest = Math.floor(rest / letters.length);
  }
  return text;
}

export function hashOfApiToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/**
 * INT-04: the caller of a token, with its present rights: those that it was given and its maker still holds. Null when
 * it was revoked or has ended, and when its maker can no longer make tokens. Asked at every call, without a cache, so
 * that a revocation is in force on every server with its commit.
 */
export async function callerOfToken(services: Services, token: string): Promise<Caller | null> {
  const hash = hashOfApiToken(token);
  const row = await services.db.read(gateScope, (trx) =>
    tokensWithMakers(trx)
      .where('apiTokens.hash', '=', hash)
      .where('apiTokens.revokedAt', 'is', null)
      .where('apiTokens.endsAt', '>', services.now())
      .where(isOpenAt(services.now()))
      .executeTakeFirst(),
  );
  if (!row) return null;
  const maker = toCaller(row, '');
  if (!can(maker, 'apiTokens.make')) return null;
  const { tokenId, tokenName, structureIds } = row;
  const held = rightsToGive(maker);
  return {
    userId: tokenId,
    sessionId: '',
    organisationId: maker.organisationId,
    kind: 'user',
    secondStepPending: false,
    rights: allRights.filter((right) => row.tokenRights.includes(right) && held.includes(right)),
    remoteParamsEdit: false,
    email: '',
    fullName: say(named, maker.language, { name: tokenName }),
    language: maker.language,
    temperatureUnit: maker.temperatureUnit,
    dateDisplay: maker.dateDisplay,
    timezone: maker.timezone,
    apiToken: { id: tokenId, name: tokenName, structureIds },
  };
}

const named = { en: '%{name} (API token)', fr: '%{name} (jeton d’API)' };

/** The rights that a person can give to a token: their own. */
export function rightsToGive({ kind, rights }: { kind: PersonKind; rights: readonly Right[] }): readonly Right[] {
  return kind === 'clientAdmin' ? allRights : rights;
}

function tokensWithMakers(trx: Trx) {
  return selectPeople(trx)
    .innerJoin('apiTokens', (join) =>
      join.onRef('apiTokens.madeById', '=', 'users.id').onRef('apiTokens.organisationId', '=', 'users.organisationId'),
    )
    .innerJoin('organisations', 'organisations.id', 'users.organisationId')
    .select(['apiTokens.id as tokenId', 'apiTokens.name as tokenName', 'apiTokens.rights as tokenRights'])
    .select(['apiTokens.structureIds', 'apiTokens.revokedAt', 'apiTokens.endsAt as tokenEndsAt'])
    .where('organisations.deletedAt', 'is', null);
}

/** The reason why a token is refused, told to whoever has it: only they can ask. */
export async function whyTokenShut(
  services: Services,
  token: string,
): Promise<{ refusal: Refusal; isUnknown: boolean }> {
  const row = isApiToken(token)
    ? await services.db.read(gateScope, (trx) =>
        trx
          .selectFrom('apiTokens')
          .select(['id', 'revokedAt', 'endsAt'])
          .where('hash', '=', hashOfApiToken(token))
          .executeTakeFirst(),
      )
    : undefined;
  const why = !row ? 'unknown' : row.revokedAt ? 'revoked' : row.endsAt <= services.now() ? 'ended' : 'stopped';
  const refusal = new Refusal(401, whyWords[why], { key: 'custom.auth.api_token_refused' });
  refusal.loggedAs('API token refused', { why, ...(row ? { token: row.id } : {}) });
  return { refusal, isUnknown: !row };
}

const whyWords = {
  unknown: { en: 'This API token does not exist.', fr: 'Ce jeton d’API n’existe pas.' },
  revoked: { en: 'This API token was revoked.', fr: 'Ce jeton d’API a été révoqué.' },
  ended: { en: 'This API token has passed its end date.', fr: 'Ce jeton d’API a dépassé sa date de fin.' },
  stopped: {
    en: 'This API token has stopped: the account of the person who made it can no longer be used.',
    fr: 'Ce jeton d’API ne fonctionne plus : le compte de la personne qui l’a créé n’est plus utilisable.',
  },
};

const isToNote = firstInMinute();

/** The time of its last use, to the minute, and the address. */
export async function noteTokenUse(services: Services, tokenId: string, address: string): Promise<void> {
  const now = services.now();
  if (!isToNote(services, tokenId, now)) return;
  await services.db.as(gateScope, (trx) =>
    trx.updateTable('apiTokens').set({ lastUsedAt: now, lastUsedFrom: address }).where('id', '=', tokenId).execute(),
  );
}
