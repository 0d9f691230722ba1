import { say, type Words } from '@fournil/contract/kit/words';
import type { Recipient } from '../recipients.ts';
import { greetingTo } from './greeting.ts';
import { inert } from './inert.ts';
import { type MailText, mailOf } from './mailLayout.ts';
import { problemMail } from './problemMail.ts';

export interface MailedOutage {
  /** The site, where the reader sees it. */
  structure: { id: string; name: string } | null;
  /** The machines that the reader sees, by name; at least one. */
  machines: readonly { id: string; name: string; timezone: string | null }[];
  beganAt: Date;
  endedAt: Date | null;
}

const namesShown = 10;

const words = {
  began: {
    one: { en: '%{machine} has lost its connection', fr: '%{machine} : connexion perdue' },
    site: {
      en: '%{structure}: %{count} machines have lost their connection',
      fr: '%{structure} : %{count} machines ont perdu la connexion',
    },
    several: { en: '%{count} machines have lost their connection', fr: '%{count} machines ont perdu la connexion' },
  },
  ended: {
    one: { en: '%{machine} is connected again', fr: '%{machine} : connexion rétablie' },
    site: {
      en: '%{structure}: the connection of %{count} machines is back',
      fr: '%{structure} : connexion de %{count} machines rétablie',
    },
    several: { en: 'The connection of %{count} machines is back', fr: 'Connexion de %{count} machines rétablie' },
  },
  who: { en: 'Machines', fr: 'Machines' },
  more: { en: 'and %{count} more', fr: 'et %{count} de plus' },
  goesOn: {
    en: 'Ovens go on baking without a connection and report what they did when it is back.',
    fr: 'Sans connexion, les fours continuent de cuire ; ils transmettent ce qu’ils ont fait à son retour.',
  },
  check: {
    en: 'Check the network and the power on site.',
    fr: 'Vérifiez sur place le réseau et l’alimentation électrique.',
  },
  look: {
    one: { en: 'Open the machine', fr: 'Ouvrir la machine' },
    site: { en: 'Open the structure', fr: 'Ouvrir la structure' },
    several: { en: 'Open the machines', fr: 'Ouvrir les machines' },
  },
} satisfies Record<string, Words | Record<string, Words>>;

/** SCL-01: one mail about one outage, in the reader's language and time, plain and HTML. */
export function outageMail(outage: MailedOutage, reader: Recipient, publicUrl: string): MailText {
  const { structure, machines, beganAt, endedAt } = outage;
  const [first] = machines;
  const { when, why } = problemMail({ from: beganAt, to: endedAt }, reader, first);
  const kind = machines.length === 1 ? 'one' : structure ? 'site' : 'several';
  const tell = (text: Words, variables: Record<string, string | number> = {}) => say(text, reader.language, variables);
  const names = machines.slice(0, namesShown).map(({ name }) => inert(name));
  const others = machines.length - names.length;
  const items = others > 0 ? [...names, tell(words.more, { count: others })] : names;
  const path = {
    one: `machines/${first?.id}/show/defaults`,
    site: `structures/${structure?.id}/show`,
    several: 'machines',
  }[kind];
  return mailOf({
    hello: greetingTo(reader.firstName, reader.language),
    subject: tell(words[endedAt ? 'ended' : 'began'][kind], {
      machine: inert(first?.name ?? ''),
      structure: inert(structure?.name ?? ''),
      count: machines.length,
    }),
    lines: [
      ...(kind === 'one' && structure ? [inert(structure.name)] : []),
      when,
      ...(endedAt ? [] : [tell(words.goesOn), tell(words.check)]),
    ],
    groups: kind === 'one' ? [] : [{ title: tell(words.who), items }],
    link: `${publicUrl}/#/${path}`,
    look: tell(words.look[kind]),
    why,
    language: reader.language.toLowerCase(),
  });
}
