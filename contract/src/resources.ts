import type { Words } from './kit/words.ts';
import type { Action } from './rights/policy.ts';

/** A kind of record, as far as server and page both know it. */
export interface Resource {
  /** The JSON-LD class. */
  type: string;
  /** Of its calls, below `/api`; null for a kind that has no calls of its own. */
  path: string | null;
  one: Words;
  many: Words;
  /** The row of the policy table that lets a member open it, where events and mails lead to it. */
  opened?: Action;
  /** HIS-02: the row for the calls of its history. */
  history?: Action;
  /** AUD-03: it is restored from the recycle bin by those who hold this row. */
  restorable?: Action;
  /** Open pages are told of each change. */
  live?: true;
  /** Only the maker has it. */
  ofMaker?: true;
}

/**
 * The kinds of records, by their names in the history; of those that can be restored, one before what it refers to.
 * What the history can name, what the recycle bin contains, which
 * changes open pages are told of, and the names of the calls in the documents follow from this table.
 */
export const resources = {
  machine: {
    type: 'Machine',
    path: 'machines',
    one: { en: 'machine', fr: 'machine' },
    many: { en: 'machines', fr: 'machines' },
    opened: 'machines.show',
    history: 'machines.history',
    restorable: 'machines.delete',
    live: true,
  },
  program: {
    type: 'Program',
    path: 'programs',
    one: { en: 'program', fr: 'programme' },
    many: { en: 'programs', fr: 'programmes' },
    opened: 'programs.show',
    history: 'programs.history',
    restorable: 'programs.delete',
    live: true,
  },
  menu: {
    type: 'Menu',
    path: 'menus',
    one: { en: 'menu', fr: 'gamme' },
    many: { en: 'menus', fr: 'gammes' },
    opened: 'menus.list',
    history: 'menus.history',
    restorable: 'menus.delete',
    live: true,
  },
  tag: {
    type: 'Tag',
    path: 'tags',
    one: { en: 'tag', fr: 'étiquette' },
    many: { en: 'tags', fr: 'étiquettes' },
    opened: 'tags.show',
    history: 'tags.history',
    restorable: 'tags.delete',
    live: true,
  },
  structure: {
    type: 'Structure',
    path: 'structures',
    one: { en: 'structure', fr: 'structure' },
    many: { en: 'structures', fr: 'structures' },
    opened: 'structures.show',
    history: 'structures.history',
    restorable: 'structures.delete',
    live: true,
  },
  user: {
    type: 'User',
    path: 'users',
    one: { en: 'user', fr: 'utilisateur' },
    many: { en: 'users', fr: 'utilisateurs' },
    history: 'users.history',
    live: true,
  },
  organisation: {
    type: 'Organisation',
    path: null,
    one: { en: 'organisation', fr: 'organisation' },
    many: { en: 'organisations', fr: 'organisations' },
  },
  softwareUpdate: {
    type: 'SoftwareUpdate',
    path: 'software_updates',
    one: { en: 'software version', fr: 'version logicielle' },
    many: { en: 'software versions', fr: 'versions logicielles' },
    ofMaker: true,
  },
  rollout: {
    type: 'Rollout',
    path: 'rollouts',
    one: { en: 'rollout', fr: 'déploiement' },
    many: { en: 'rollouts', fr: 'déploiements' },
    opened: 'rollouts.list',
  },
  programImage: {
    type: 'ProgramImage',
    path: null,
    one: { en: 'program image', fr: 'image de programme' },
    many: { en: 'program images', fr: 'images de programmes' },
    ofMaker: true,
  },
  machineImage: {
    type: 'MachineImage',
    path: null,
    one: { en: 'machine image', fr: 'image de machine' },
    many: { en: 'machine images', fr: 'images de machines' },
    ofMaker: true,
  },
  model: {
    type: 'Model',
    path: 'models',
    one: { en: 'model', fr: 'modèle' },
    many: { en: 'models', fr: 'modèles' },
    ofMaker: true,
  },
  rightsTemplate: {
    type: 'RightsTemplate',
    path: 'rights-templates',
    one: { en: 'rights template', fr: 'modèle de droits' },
    many: { en: 'rights templates', fr: 'modèles de droits' },
  },
  apiToken: {
    type: 'ApiToken',
    path: 'api-tokens',
    one: { en: 'API token', fr: 'jeton d’API' },
    many: { en: 'API tokens', fr: 'jetons d’API' },
  },
  webhook: {
    type: 'Webhook',
    path: 'webhooks',
    one: { en: 'webhook', fr: 'webhook' },
    many: { en: 'webhooks', fr: 'webhooks' },
  },
} as const satisfies Record<string, Resource>;
