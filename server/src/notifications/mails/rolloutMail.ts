import { say, type Words } from '@fournil/contract/kit/words';
import { settingName } from '@fournil/contract/machines/settingWords';
import { product } from '@fournil/contract/product';
import type { RolloutKindName, RolloutReason } from '@fournil/contract/rollouts/rollout';
import type { Catalogue } from '../../kit/jobs/catalogue.ts';
import type { Recipient } from '../recipients.ts';
import { greetingTo } from './greeting.ts';
import { inert } from './inert.ts';
import { type MailText, mailOf } from './mailLayout.ts';

export type MailedRollout = Pick<
  Catalogue['rollout.changed'],
  'rolloutId' | 'kind' | 'name' | 'revision' | 'state' | 'reason' | 'machines'
>;

const things: Record<RolloutKindName, Words> = {
  software: { en: 'Version %{name}', fr: 'Version %{name}' },
  program: { en: '%{name}, revision %{revision}', fr: '%{name}, révision %{revision}' },
  menu: { en: 'Menu %{name}, revision %{revision}', fr: 'Gamme %{name}, révision %{revision}' },
  setting: { en: 'Setting %{name}', fr: 'Réglage %{name}' },
};

const subjects = {
  done: { en: '%{thing}: the rollout is done', fr: '%{thing} : déploiement terminé' },
  paused: { en: '%{thing}: the rollout is paused', fr: '%{thing} : déploiement en pause' },
  ended: {
    en: '%{thing}: the rollout has stopped by itself',
    fr: '%{thing} : le déploiement s’est arrêté de lui-même',
  },
} satisfies Record<string, Words>;

/** Why a rollout pauses or ends by its own rules. */
const reasons: Partial<Record<RolloutReason, Words>> = {
  failures: {
    en: 'Too many machines of a ring have refused it or failed.',
    fr: 'Trop de refus ou d’échecs parmi les machines d’un palier.',
  },
  interrupted: {
    en: 'Too many bakes were interrupted in a ring.',
    fr: 'Trop de cuissons interrompues dans un palier.',
  },
  nothingProved: {
    en: 'No machine of a ring has installed it, so there is no proof for the next ones.',
    fr: 'Aucune machine d’un palier ne l’a installé : rien ne permet de passer aux suivants.',
  },
  silence: {
    en: 'The machines of a ring have sent no news for too long.',
    fr: 'Les machines d’un palier ne donnent plus de nouvelles depuis trop longtemps.',
  },
  revoked: { en: 'The version was revoked.', fr: 'La version a été révoquée.' },
};

const nexts: Partial<Record<keyof typeof subjects, Words>> = {
  paused: {
    en: 'Nothing more is given to machines until somebody resumes it.',
    fr: 'Plus rien n’est transmis aux machines tant que personne ne le reprend.',
  },
  ended: {
    en: 'Nothing more is given to machines. The page of the rollout names each of them, with its reason.',
    fr: 'Plus rien n’est transmis aux machines. La page du déploiement donne chacune d’elles, avec sa raison.',
  },
};

const words = {
  allRings: { en: 'Every ring has succeeded.', fr: 'Tous les paliers ont réussi.' },
  holds: {
    en: 'Machines that have it: %{done} of %{total}. Refused or failed: %{failed}.',
    fr: 'Machines à jour : %{done} sur %{total}. Refus ou échecs : %{failed}.',
  },
  look: { en: 'Open the rollout', fr: 'Ouvrir le déploiement' },
  /** Also by support in a session in that name, or by a program with a token. */
  whyAsker: {
    en: 'You receive this because this rollout was started in your name in %{product}.',
    fr: 'Vous recevez ce message car ce déploiement a été lancé en votre nom dans %{product}.',
  },
  whyAdministrator: {
    en: 'You receive this because you administer %{product}, and the person who started this rollout can no longer be reached.',
    fr: 'Vous recevez ce message car vous administrez %{product} et que la personne qui a lancé ce déploiement n’est plus joignable.',
  },
  asked: {
    en: 'Version %{version}: a rollout waits for your confirmation',
    fr: 'Version %{version} : un déploiement attend votre confirmation',
  },
  askedBy: {
    en: '%{person} has asked for this rollout. It begins when another super administrator confirms it; until then no machine is offered this version.',
    fr: '%{person} a demandé ce déploiement. Il commencera lorsqu’un autre super administrateur l’aura confirmé ; d’ici là, cette version n’est proposée à aucune machine.',
  },
  whySecond: {
    en: 'You receive this because you are a super administrator of %{product}.',
    fr: 'Vous recevez ce message car vous êtes super administrateur de %{product}.',
  },
} satisfies Record<string, Words>;

/** MNU-03, SWU-04: a rollout has paused or ended by its own rules. */
export function rolloutMail(
  { rolloutId, kind, name, revision, state, reason, machines }: MailedRollout,
  { language, firstName }: Pick<Recipient, 'language' | 'firstName'>,
  { hasAsked, publicUrl }: { hasAsked: boolean; publicUrl: string },
): MailText {
  const tell = (text: Words, values: Record<string, string | number> = {}) => say(text, language, values);
  const named = kind === 'setting' ? tell(settingName(name)) : name;
  // The number of a version has dots, and is the maker's.
  const thing = tell(things[kind], { name: kind === 'software' ? name : inert(named), revision: revision ?? '' });
  const cause = reason === null ? words.allRings : reasons[reason];
  const course = state === 'done' || state === 'paused' ? state : 'ended';
  const lines = [cause, words.holds, nexts[course]].filter((line) => line !== undefined);
  return mailOf({
    hello: greetingTo(firstName, language),
    subject: tell(subjects[course], { thing }),
    lines: lines.map((line) => tell(line, machines)),
    link: `${publicUrl}/#/rollouts/${rolloutId}`,
    look: tell(words.look),
    why: tell(hasAsked ? words.whyAsker : words.whyAdministrator, { product: product.name }),
    language: language.toLowerCase(),
  });
}

/** SWU-06: a rollout waits for a second person. */
export function rolloutAskedMail(
  { rolloutId, version, askedBy }: Pick<Catalogue['rollout.asked'], 'rolloutId' | 'version' | 'askedBy'>,
  { language, firstName }: Pick<Recipient, 'language' | 'firstName'>,
  publicUrl: string,
): MailText {
  const tell = (text: Words, values: Record<string, string> = {}) => say(text, language, values);
  return mailOf({
    hello: greetingTo(firstName, language),
    subject: tell(words.asked, { version }),
    lines: [tell(words.askedBy, { person: inert(askedBy) })],
    link: `${publicUrl}/#/rollouts/${rolloutId}`,
    look: tell(words.look),
    why: tell(words.whySecond, { product: product.name }),
    language: language.toLowerCase(),
  });
}
