import { z } from 'zod';
import { embedded, node, reference } from '../kit/hydra.ts';
import { instant, instantInput } from '../kit/instants.ts';
import { listQuery } from '../kit/listQuery.ts';
import { requiredText, searchText } from '../kit/text.ts';
import { right } from '../rights/right.ts';
import { rights } from '../rights/rights.ts';

export const apiTokenLimits = {
  name: 100,
  /** Tokens of one organisation that are neither revoked nor past their end. */
  perOrganisation: 100,
  structures: 200,
  /** The end date is required, and at most this far away. */
  longestDays: 366,
  /** The end date that a new token's form begins with. */
  usualDays: 180,
  /** The client admins are told of its end this long before, and the page warns. */
  toldDays: 14,
  /** A token that is over stays in the list for this long. */
  keptDays: 90,
  listPageSize: 30,
} as const;

/**
 * POST `api-tokens` (INT-04): a token for a program. Its rights are some of its maker's; it sees and does what a user
 * with these rights and structures would.
 */
export const apiTokenInput = z.strictObject({
  name: requiredText(apiTokenLimits.name),
  rights: z.array(right).min(1, { message: 'custom.validation.tokenRights' }).max(rights.length),
  structures: z
    .array(reference('structures'))
    .max(apiTokenLimits.structures)
    .default([])
    .describe(
      'The structures that the token sees, each with all that is below it. With none of them and without ' +
        '`ROLE_STRUCTURE_TOTAL_ACCESS` it sees no machine in a structure: lists are then empty, with status 200.',
    ),
  endsAt: instantInput,
});
export type ApiTokenInput = z.output<typeof apiTokenInput>;

/**
 * PUT `api-tokens/{id}`: its name. Other rights need another token; rights, structures and end may be sent as they are,
 * and are refused otherwise.
 */
export const apiTokenUpdate = z.strictObject({
  name: apiTokenInput.shape.name,
  rights: z.array(right).optional(),
  structures: z.array(reference('structures')).optional(),
  endsAt: instantInput.optional(),
});
export type ApiTokenUpdate = z.output<typeof apiTokenUpdate>;

/**
 * `active`: it can be used. `stopped`: the account of its maker is disabled, has ended or is no client admin's any
 * more. `ended`: its end date has passed.
 */
export const apiTokenStates = ['active', 'stopped', 'ended', 'revoked'] as const;
export type ApiTokenState = (typeof apiTokenStates)[number];

export const apiTokenView = z.object({
  ...node('ApiToken'),
  id: z.string(),
  name: z.string(),
  /** Its last characters, by which it is recognised. */
  ending: z.string(),
  rights: z.array(right),
  /** The structures that still exist. */
  structures: z.array(embedded('structures', { name: z.string() })),
  state: z.enum(apiTokenStates),
  /** Null after the maker's account was deleted. */
  madeBy: z.object({ id: z.string(), fullName: z.string() }).nullable(),
  createdAt: instant,
  endsAt: instant,
  revokedAt: instant.nullable(),
  /** To the minute; null while it was never used. */
  lastUsedAt: instant.nullable(),
  /** The network address of that call. */
  lastUsedFrom: z.string().nullable(),
  /** The organisation's name, for the maker of the machines. */
  society: z.string().nullable(),
  version: z.int(),
});
export type ApiTokenView = z.infer<typeof apiTokenView>;

/** The answer to POST: the only one that contains the token. */
export const apiTokenMade = apiTokenView.extend({ token: z.string() });
export type ApiTokenMade = z.infer<typeof apiTokenMade>;

export const apiTokenQuery = listQuery({
  filters: {
    q: searchText(),
    state: z.enum(apiTokenStates).optional(),
    /** For the maker of the machines only. */
    organisation: z.uuid().optional(),
  },
  order: ['id', 'name', 'createdAt', 'endsAt', 'lastUsedAt'],
  itemsPerPage: apiTokenLimits.listPageSize,
});
export type ApiTokenPage = z.output<typeof apiTokenQuery>;

/**
 * The form of a token, for scanners of secrets: a fixed beginning, 40 random letters and digits (238 bits), and six
 * that are a checksum of them.
 */
export const apiTokenForm = { prefix: 'fournil_', randomLetters: 40, checksumLetters: 6 } as const;
export const apiTokenPattern = /^fournil_[0-9A-Za-z]{46}$/;
