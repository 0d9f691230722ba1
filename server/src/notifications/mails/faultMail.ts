import { say, type Words } from '@fournil/contract/kit/words';
import { type FaultCode, faultTexts } from '@fournil/contract/machines/faults';
import type { Recipient } from '../recipients.ts';
import { greetingTo } from './greeting.ts';
import { inert } from './inert.ts';
import { type MailText, mailOf } from './mailLayout.ts';
import { problemMail } from './problemMail.ts';

export interface MailedFault {
  machine: { id: string; name: string; timezone: string | null; structureName: string | null };
  code: FaultCode;
  dateStart: Date;
  dateEnd: Date | null;
}

const words = {
  began: { en: '%{machine} reports %{code}: %{error}', fr: '%{machine} signale %{code} : %{error}' },
  ended: { en: '%{machine}: fault %{code} has ended', fr: '%{machine} : le défaut %{code} a pris fin' },
  in: { en: '%{machine}, %{structure}', fr: '%{machine}, %{structure}' },
  look: { en: 'Open the machine', fr: 'Ouvrir la machine' },
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
  const { when, why } = problemMail({ from: fault.dateStart, to: fault.dateEnd }, reader, machine);
  const subject = tell(fault.dateEnd ? words.ended : words.began, {
    machine: machine.name,
    code,
    error: tell(error.name),
  });
  const where = machine.structureName
    ? tell(words.in, { machine: machine.name, structure: machine.structureName })
    : machine.name;
  const advice = fault.dateEnd ? [] : [tell(error.meaning), tell(error.advice)];
  const link = `${publicUrl}/#/machines/${machine.id}/show/defaults`;
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
