import { expect, it } from 'vitest';
import { accountMail } from './accountMails.ts';
import { contestedMail } from './contestedMail.ts';
import { controlMail } from './controlMail.ts';

const at = new Date('2026-05-01T10:00:00Z');
const url = 'https://console.fournil.test';
const machine = { id: 'm', name: 'Four 1', timezone: 'Asia/Tokyo' };
const reader = {
  userId: 'u',
  email: 'claire@bakery.test',
  firstName: 'Claire',
  fullName: 'Claire Levain',
  language: 'FR',
  timezone: 'Europe/Paris',
} as const;

it.each([
  [0, '1er mai 2026 à 10:00:00 UTC', '1er mai 2026 à 10:00:00 UTC'],
  [1, '1er mai 2026 à 12:00:00 UTC+2', '1er mai 2026 à 12:00:00 UTC+2'],
  [2, '1er mai 2026 à 12:00:00 UTC+2', '1er mai 2026 à 19:00:00 UTC+9'],
] as const)(
  'GEN-07 with date preference %i, mails about an account and about a machine write instants in that zone',
  (dateDisplay, ofAccount, ofMachine) => {
    const person = { ...reader, dateDisplay };
    expect(accountMail('newSignIn', at, person, url, 'Paris').text).toContain(ofAccount);
    expect(controlMail('Marc', at, person, url).text).toContain(ofAccount);
    expect(contestedMail('tried', at, machine, person, url).text).toContain(ofMachine);
  },
);
