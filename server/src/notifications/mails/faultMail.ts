import { say, type Words } from '@fournil/contract/kit/words';
import { zoneFor } from '@fournil/contract/kit/zones';
import { type FaultCode, faultTexts } from '@fournil/contract/machines/faults';
import { product } from '@fournil/contract/product';
import type { Recipient } from '../recipients.ts';
import { greetingTo } from './greeting.ts';
import { inert } from './inert.ts';
import { type MailText, mailOf } from './mailLayout.ts';

export interface MailedFault {
  machine: { id: string; name: string; timezone: string | null; structureName: string | null };
  code: FaultCode;
  dateStart: Date;
  dateEnd: Date | null;
}

const words = {
  began: { en: '%{machine} reports %{code}: %{error}', fr: '%{machine} signale %{code} : %{error}' },
  ended: { en: '%{machine}: fault %{code} has ended', fr: '%{machine} : le défaut %{code} a pris fin' },
  since: { en: 'Since %{start}.', fr: 'Depuis le %{start}.' },
  from: { en: 'From %{start} to %{end}.', fr: 'Du %{start} au %{end}.' },
  in: { en: '%{machine}, %{structure}', fr: '%{machine}, %{structure}' },
  look: { en: 'Open the machine', fr: 'Ouvrir la machine' },
  why: {
    en: 'You receive this because e-mails about faults are on in your %{product} profile.',
    fr: 'Vous recevez ce message car les e-mails sur les défauts sont activés dans votre profil %{product}.',
  },
} satisfies Record<string, Words>;

/** PRO-06: one mail about one fault, in the reader's language and time, plain and HTML. */
export function faultMail(fault: MailedFault, reader: Recipient, publicUrl: string): MailText {
  const { code } = fault;
  const { structureName } = fault.machine;
  const machine = {
    ...fault.machine,
    name: inert(fault.machine.name),
    structureName: structureName && inert(structureName),
  };
  const error = faultTexts[code];
  const tell = (text: Words, variables: Record<string, string> = {}) => say(text, reader.language, variables);
  const instants = {
    start: dateText(fault.dateStart, reader, machine),
    end: fault.dateEnd ? dateText(fault.dateEnd, reader, machine) : '',
  };
  const subject = tell(fault.dateEnd ? words.ended : words.began, {
    machine: machine.name,
    code,
    error: tell(error.name),
  });
  const where = machine.structureName
    ? tell(words.in, { machine: machine.name, structure: machine.structureName })
    : machine.name;
  const when = tell(fault.dateEnd ? words.from : words.since, instants);
  const advice = fault.dateEnd ? [] : [tell(error.meaning), tell(error.advice)];
  const link = `${publicUrl}/#/machines/${machine.id}/show/defaults`;
  const why = tell(words.why, { product: product.name });
  const hello = greetingTo(reader.firstName, reader.language);
  return mailOf({
    hello,
    subject,
    lines: [where, when, ...advice],
    link,
    look: tell(words.look),
    why,
    language: reader.language.toLowerCase(),
  });
}

function dateText(at: Date, reader: Recipient, machine: MailedFault['machine']): string {
  const timeZone = zoneFor({ displayDatePreference: reader.dateDisplay, timezone: reader.timezone }, machine);
  return new Intl.DateTimeFormat(reader.language === 'FR' ? 'fr-FR' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone,
  }).format(at);
}
