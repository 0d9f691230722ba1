import { say, type Words } from '@fournil/contract/kit/words';
import { product } from '@fournil/contract/product';
import type { Recipient } from '../recipients.ts';
import { writtenAt } from './writtenAt.ts';

const words = {
  since: { en: 'Since %{start}.', fr: 'Depuis le %{start}.' },
  from: { en: 'From %{start} to %{end}.', fr: 'Du %{start} au %{end}.' },
  why: {
    en: 'You receive this because e-mails about faults are on in your %{product} profile.',
    fr: 'Vous recevez ce message car les e-mails sur les défauts sont activés dans votre profil %{product}.',
  },
} satisfies Record<string, Words>;

/** What mails about problems of machines have in common: the period, and why the reader gets them. */
export function problemMail(
  { from, to }: { from: Date; to: Date | null },
  reader: Recipient,
  machine: { timezone: string | null } | undefined,
): { when: string; why: string } {
  const instants = { start: writtenAt(from, reader, machine), end: to ? writtenAt(to, reader, machine) : '' };
  return {
    when: say(to ? words.from : words.since, reader.language, instants),
    why: say(words.why, reader.language, { product: product.name }),
  };
}
