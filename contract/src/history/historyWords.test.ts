import { expect, it } from 'vitest';
import { sentenceOf } from './historyWords.ts';

const me = { id: 'me', fullName: 'Claire Levain', master: null, kind: 'person' } as const;

it('HIS-01 the history names a person who changed their own account only once', () => {
  const event = { typeEvent: 'passwordChange', typeEntity: 'user', originId: 'me', actionner: me } as const;
  expect(sentenceOf(event)).toEqual({
    en: '%{actor} changed their password',
    fr: '%{actor} a changé son mot de passe',
  });
  expect(sentenceOf({ ...event, typeEvent: 'creation' }).fr).toBe('%{actor} a créé son compte');
  expect(sentenceOf({ ...event, typeEvent: 'update' }).fr).toBe('%{actor} a modifié son profil');
});

it('HIS-01 IMP-05 the history names actor and target where they differ in account or kind, or a master acted', () => {
  const event = { typeEvent: 'update', typeEntity: 'user', originId: 'me', actionner: me } as const;
  const whole = '%{actor} a modifié %{origin}';
  expect(sentenceOf({ ...event, originId: 'other' }).fr).toBe(whole);
  expect(sentenceOf({ ...event, typeEntity: 'machine' }).fr).toBe(whole);
  expect(sentenceOf({ ...event, actionner: { ...me, master: 'Marc Tanguy' } }).fr).toBe(whole);
});
