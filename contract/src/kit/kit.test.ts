import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { machineUpdate } from '../machines/machine.ts';
import { programUpdate } from '../programs/program.ts';
import { dateDisplaySchema, timezone } from './instants.ts';
import { fromCelsius, toCelsius } from './units.ts';
import { rule, validationWords, violationsOf } from './validation.ts';
import { say } from './words.ts';
import { zoneFor } from './zones.ts';

test('GEN-08 every whole °F that can be typed is shown again as it was typed after conversion to °C and back', () => {
  for (let fahrenheit = 32; fahrenheit <= 482; fahrenheit += 1)
    expect(fromCelsius(toCelsius(fahrenheit, 'F'), 'F')).toBe(fahrenheit);
  for (let celsius = 0; celsius <= 250; celsius += 1) expect(fromCelsius(toCelsius(celsius, 'C'), 'C')).toBe(celsius);
  expect([toCelsius(32, 'F'), toCelsius(482, 'F'), fromCelsius(100, 'F')]).toEqual([0, 250, 212]);
});

test('GEN-07, MAC-09 a date is shown in UTC, the reader’s zone or the machine’s zone, and in UTC where none is set', () => {
  const reader = (displayDatePreference: 0 | 1 | 2, timezone: string | null = 'Europe/Paris') => ({
    displayDatePreference,
    timezone,
  });
  const tokyo = { timezone: 'Asia/Tokyo' };
  expect(zoneFor(reader(0), tokyo)).toBe('UTC');
  expect(zoneFor(reader(1), tokyo)).toBe('Europe/Paris');
  expect(zoneFor(reader(2), tokyo)).toBe('Asia/Tokyo');
  expect(zoneFor(reader(2))).toBe('Europe/Paris');
  expect(zoneFor(reader(2), { timezone: null })).toBe('UTC');
  expect(zoneFor(reader(1, null))).toBe('UTC');
});

test('MAC-09 a timezone is an IANA name, in any letter case, and no offset', () => {
  for (const name of ['Europe/Paris', 'Asia/Kathmandu', 'Europe/Kyiv', 'Etc/GMT-6', 'UTC', 'EST'])
    expect(timezone.parse(name)).toBe(name);
  expect(['europe/paris', 'utc', 'AMERICA/PORT-AU-PRINCE'].map((name) => timezone.parse(name))).toEqual([
    'Europe/Paris',
    'UTC',
    'America/Port-au-Prince',
  ]);
  for (const name of ['Mars/Olympus', '+05:30', '-08', '', 'x'.repeat(65)])
    expect(timezone.safeParse(name).success).toBe(false);
});

test('GEN-01 every validation rule has a text in both languages with the same variables', () => {
  const variables = (text: string) => [...text.matchAll(/%\{(\w+)\}/g)].map((match) => match[1]).sort();
  for (const [key, words] of Object.entries(validationWords))
    expect([key, variables(words.fr)]).toEqual([key, variables(words.en)]);
  expect(say(validationWords['custom.phases.limits'], 'FR', { min: 2, max: 10 })).toBe(
    'Cette valeur doit être comprise entre 2 et 10',
  );
});

describe('violations', () => {
  const schema = z.strictObject({
    name: z.string().min(1).max(3),
    count: z.int().min(1).max(5),
    list: z.array(z.string()).max(1),
    mail: z.email(),
    own: z.string().refine((text) => text === 'ok', rule('custom.validation.pin')),
  });
  it.each([
    [{}, ['name required', 'count required', 'list required', 'mail required', 'own required']],
    [
      { name: '', count: 0, list: ['a', 'b'], mail: 'no', own: 'x' },
      ['name required', 'count minValue', 'list maxItems', 'mail email', 'own pin'],
    ],
    [{ name: 'long', count: 9, list: [], mail: 'a@b.fr', own: 'ok' }, ['name maxLength', 'count maxValue']],
    [
      { name: 'a', count: 'many', list: [1], mail: 'a@b.fr', own: 'ok', more: 1 },
      ['count number', 'list.0 invalid', 'more unknownField'],
    ],
  ])('name field and rule of %j', (input, expected) => {
    const { error } = schema.safeParse(input);
    expect(
      violationsOf(error ?? { issues: [] }, input).map(({ path, key }) => `${path} ${key.split('.').at(-1)}`),
    ).toEqual(expected);
  });
});

test('an update changes only the fields that it contains', () => {
  expect(machineUpdate.parse({ active: false })).toEqual({ active: false });
  expect(programUpdate.parse({ description: ' ' })).toEqual({ description: null });
});

test('API-03 a choice that is missing is required, and another than the offered ones is answered with all of them', () => {
  const schema = z.object({ language: z.enum(['EN', 'FR']), dates: dateDisplaySchema });
  const found = (input: unknown) =>
    violationsOf(schema.safeParse(input).error ?? { issues: [] }, input).map(({ path, key, args }) => [
      path,
      key,
      args,
    ]);
  expect(found({ language: '' })).toEqual([
    ['language', 'ra.validation.required', {}],
    ['dates', 'ra.validation.required', {}],
  ]);
  expect(found({ language: 'DE', dates: 3 })).toEqual([
    ['language', 'ra.validation.oneOf', { options: 'EN, FR' }],
    ['dates', 'ra.validation.oneOf', { options: '0, 1, 2' }],
  ]);
});
