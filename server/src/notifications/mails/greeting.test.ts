import { fullNameOf } from '@fournil/contract/kit/person';
import { expect, it } from 'vitest';
import { greetingTo } from './greeting.ts';

it('TEC-02 a mail to an account without names has a complete greeting', () => {
  expect([greetingTo('Léa', 'FR'), greetingTo('', 'FR'), greetingTo(' ', 'EN')]).toEqual([
    'Bonjour Léa,',
    'Bonjour,',
    'Hello,',
  ]);
  expect([fullNameOf({ firstName: '', lastName: 't2' }), fullNameOf({ firstName: 'Marc', lastName: 'Roy' })]).toEqual([
    't2',
    'Marc Roy',
  ]);
});
