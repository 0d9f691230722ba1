import { historyFieldWords } from '@fournil/contract/history/historyFieldWords';
import { historyWords } from '@fournil/contract/history/historyWords';
import { say, type Words } from '@fournil/contract/kit/words';
import { product } from '@fournil/contract/product';
import type { toldEntities, UntoldEvent } from '../../history/index.ts';
import type { Recipient } from '../recipients.ts';
import { greetingTo } from './greeting.ts';
import { inert } from './inert.ts';
import { type MailParts, type MailText, mailOf } from './mailLayout.ts';
import { writtenAt } from './writtenAt.ts';

const lines = 20;

const words = {
  many: { en: '%{count} changes in %{product}', fr: '%{count} changements dans %{product}' },
  oneWaits: { en: '%{subject}, 1 waits for approval', fr: '%{subject}, 1 attend une approbation' },
  someWait: { en: '%{subject}, %{waiting} wait for approval', fr: '%{subject}, %{waiting} attendent une approbation' },
  waits: { en: '%{line} – waits for approval', fr: '%{line} – en attente d’approbation' },
  one: { en: '%{entity}: %{line}', fr: '%{entity} : %{line}' },
  line: { en: '%{at}: %{sentence}', fr: '%{at} : %{sentence}' },
  behind: { en: '%{master} (as %{name})', fr: '%{master} (en tant que %{name})' },
  moreOne: { en: 'And one more.', fr: 'Et un autre.' },
  more: { en: 'And %{count} more.', fr: 'Et %{count} autres.' },
  look: { en: 'Open %{product}', fr: 'Ouvrir %{product}' },
  why: {
    en: 'You receive this because e-mails about such changes are on in your %{product} profile.',
    fr: 'Vous recevez ce message car les e-mails sur ces changements sont activés dans votre profil %{product}.',
  },
} satisfies Record<string, Words>;

type MailedEntity = (typeof toldEntities)[number];
const kinds: Record<MailedEntity, { one: Words; many: Words; page: string }> = {
  program: { one: { en: 'Program', fr: 'Programme' }, many: { en: 'Programs', fr: 'Programmes' }, page: 'programs' },
  tag: { one: { en: 'Tag', fr: 'Étiquette' }, many: { en: 'Tags', fr: 'Étiquettes' }, page: 'tags' },
  structure: {
    one: { en: 'Structure', fr: 'Structure' },
    many: { en: 'Structures', fr: 'Structures' },
    page: 'structures',
  },
  machine: { one: { en: 'Machine', fr: 'Machine' }, many: { en: 'Machines', fr: 'Machines' }, page: 'machines' },
};

interface Changes {
  /** Oldest first, only what this reader sees. */
  events: readonly UntoldEvent[];
  /** Events of records that wait for this reader's approval. */
  waiting: ReadonlySet<string>;
  /** The zones of machines. */
  zones: ReadonlyMap<string, string | null>;
}

/** PRO-06: the changes since the last mail: the first events by kind of record, and the number of further ones. */
function write({ events, waiting, zones }: Changes, reader: Recipient, publicUrl: string): MailText {
  const tell = (text: Words, variables: Record<string, string | number> = {}) =>
    say(text, reader.language, { product: product.name, name: reader.firstName, ...variables });
  const number = (value: number) => new Intl.NumberFormat(reader.language === 'FR' ? 'fr-FR' : 'en-GB').format(value);
  const lineOf = (event: UntoldEvent) => {
    const line = tell(words.line, { at: dateText(event, reader, zones), sentence: sentenceOf(event, reader) });
    return waiting.has(event.id) ? tell(words.waits, { line }) : line;
  };
  const shownEvents = events.slice(0, lines);
  const groups = (Object.keys(kinds) as MailedEntity[]).flatMap((kind) => {
    const items = shownEvents.filter(({ entity }) => entity === kind).map(lineOf);
    return items.length > 0 ? [{ title: tell(kinds[kind].many), items }] : [];
  });
  const hiddenCount = events.length - shownEvents.length;
  const only = events.length === 1 ? events[0] : undefined;
  return compose(reader, {
    hello: greetingTo(reader.firstName, reader.language),
    subject: subjectOf(),
    lines: [],
    groups,
    after:
      hiddenCount === 0
        ? []
        : [hiddenCount === 1 ? tell(words.moreOne) : tell(words.more, { count: number(hiddenCount) })],
    link: `${publicUrl}/#${only && only.type !== 'deletion' ? `/${kinds[only.entity as MailedEntity].page}/${only.originId}/show` : '/'}`,
    look: tell(words.look),
    why: tell(words.why),
  });

  function subjectOf(): string {
    const subject = only
      ? tell(words.one, { entity: tell(kinds[only.entity as MailedEntity].one), line: sentenceOf(only, reader) })
      : tell(words.many, { count: number(events.length) });
    if (waiting.size === 0) return subject;
    if (only) return tell(words.waits, { line: subject });
    return waiting.size === 1
      ? tell(words.oneWaits, { subject })
      : tell(words.someWait, { subject, waiting: number(waiting.size) });
  }
}

export const changesMail = { write, lines };

function compose(reader: Recipient, parts: Omit<MailParts, 'language'>): MailText {
  return mailOf({ ...parts, language: reader.language.toLowerCase() });
}

function sentenceOf(event: UntoldEvent, { language }: Recipient): string {
  const actor =
    event.masterName === null
      ? event.actorName
      : say(words.behind, language, { master: event.masterName, name: event.actorName });
  const fields = event.fields
    .map((field) => (historyFieldWords[field] ? say(historyFieldWords[field], language) : field))
    .join(', ');
  const sentence = say(historyWords[event.type], language, {
    actor: inert(actor),
    origin: inert(event.originName),
    target: '',
  });
  return fields ? `${sentence} (${fields})` : sentence;
}

const shortForm = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

function dateText({ at, originId, entity }: UntoldEvent, reader: Recipient, zones: Changes['zones']): string {
  const machine = entity === 'machine' && zones.has(originId) ? { timezone: zones.get(originId) ?? null } : undefined;
  return writtenAt(at, reader, machine, shortForm);
}
