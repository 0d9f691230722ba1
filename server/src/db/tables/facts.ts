import type { Words } from '@fournil/contract/kit/words';

/** What the operation of the product has to know of a table, apart from its columns. */
export interface TableFacts {
  /**
   * SCL-03: in a distributed database (Citus), in the shard of its organisation, as a copy on each node, or on the
   * coordinator alone. A counted one is a view there.
   */
  place: 'shard' | 'everyNode' | 'coordinator' | 'counted';
  /** The features that write it, one wherever possible. Everybody may read it. */
  writers: readonly string[];
  /** USR-10: its rows are deleted with their organisation, in the order of these tables. */
  ofOrganisation?: true;
  /** USR-10: its file in an organisation's export, with a line of JSON for each row. */
  file?: TableFile;
  /** The columns that are not in its file, with the reason. `organisationId`, the same in every line, is not either. */
  without?: Readonly<Record<string, Words>>;
  /** Why it has no such file, although it has rows of an organisation or of what is deleted with it. */
  inNoFile?: Words;
}

export interface TableFile extends Words {
  /** SQL of what identifies a row within its organisation, in an order that an index has. */
  by: readonly string[];
}

export const shard = (...writers: string[]) => ({ place: 'shard', writers }) as const;
export const everyNode = (...writers: string[]) => ({ place: 'everyNode', writers }) as const;
export const coordinator = (...writers: string[]) => ({ place: 'coordinator', writers }) as const;
/** Of a table that stays when an organisation is deleted, and of one that goes. */
export const stays = (en: string, fr: string, ...by: string[]) => ({
  file: { en, fr, by: by.length > 0 ? by : ['id'] },
});
export const goes = (en: string, fr: string, ...by: string[]) =>
  ({ ofOrganisation: true, ...stays(en, fr, ...by) }) as const;

export const secret = {
  en: 'opens an account, an oven or an interface: a password, a code, a key, or what it is checked by',
  fr: 'ouvre un compte, un four ou une interface : mot de passe, code, clé, ou ce qui sert à les vérifier',
};
export const origin = {
  en: 'says from which computer somebody called',
  fr: 'indique depuis quel ordinateur quelqu’un s’est connecté',
};
export const certificate = { en: 'identifies an oven’s certificate', fr: 'identifie le certificat d’un four' };
