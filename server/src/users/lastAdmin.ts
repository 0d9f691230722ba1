import type { Trx } from '../db/database.ts';
import { lockNamed } from '../db/locks.ts';
import { conflict } from '../kit/errors.ts';

const words = {
  clientAdmin: {
    en: 'An organisation keeps at least one active administrator whose account has no end.',
    fr: 'Une organisation garde au moins un administrateur actif dont le compte n’a pas d’échéance.',
  },
  superAdmin: {
    en: 'At least one super administrator stays active, without an end.',
    fr: 'Au moins un super administrateur reste actif, sans échéance.',
  },
};

interface Leaving {
  id: string;
  kind: string;
  organisationId: string | null;
  emailVerified: boolean;
}

/**
 * An organisation, and the maker, always keep a person who can administer them. A person whose address is not verified
 * cannot sign in, and counts only beside another such person; one whose account has an end date does not count
 * (AUD-02). A lock lets two people who disable each other act one after the other.
 */
export async function keepOneAdmin(trx: Trx, leaving: Leaving): Promise<void> {
  const { id, kind, organisationId, emailVerified } = leaving;
  if (kind !== 'clientAdmin' && kind !== 'superAdmin') return;
  await lockNamed(trx, `administrators ${organisationId}`);
  let others = trx
    .selectFrom('users')
    .select('id')
    .where('kind', '=', kind)
    .where('organisationId', organisationId === null ? 'is' : '=', organisationId)
    .where('active', '=', true)
    // A person whose account ends would leave it without an administrator on that day.
    .where('endsAt', 'is', null)
    .where('id', '<>', id);
  if (emailVerified) others = others.where('emailVerified', '=', true);
  if (!(await others.executeTakeFirst())) throw conflict(words[kind]);
}
