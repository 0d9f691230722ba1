import { expect, it } from 'vitest';
import { accountMail } from './accountMails.ts';
import { controlMail } from './controlMail.ts';

const reader = { firstName: 'Claire', language: 'FR', timezone: 'Europe/Paris', dateDisplay: 1 } as const;
const at = new Date('2026-05-04T10:00:00Z');
const url = 'https://console.fournil.test';

it('GEN-01 French mails have no-break spaces before colons, before links too', () => {
  expect(accountMail('newSignIn', at, reader, url, 'Paris').text).toContain(
    'Voir mes sessions\u00a0: https://console.fournil.test/#/profile',
  );
  expect(controlMail('Marc', at, reader, url).text).toContain('Ouvrir mon profil\u00a0: https://');
  expect(accountMail('emailBack', at, reader, url, 'a@b.test').text).toMatch(/heures\u00a0: toutes les sessions/);
  expect(accountMail('newSignIn', at, { ...reader, language: 'EN' }, url, 'Paris').text).toContain(
    'Look at my sessions: https://',
  );
});

it('GEN-01 French mails assume nobody’s gender', () => {
  for (const kind of [
    'passwordChanged',
    'sessionsEnded',
    'activation',
    'invitation',
    'guessed',
    'proofsFailed',
  ] as const)
    expect(accountMail(kind, at, reader, url).text).not.toMatch(/vous (avez été|êtes|serez) \S+é\b/i);
  expect(controlMail('Marc Tanguy', at, reader, url).subject).toBe(
    'Marc Tanguy a ouvert une session Fournil en votre nom',
  );
});
