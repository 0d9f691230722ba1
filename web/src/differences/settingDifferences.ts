import { fromCelsius, type TemperatureUnit } from '@fournil/contract/kit/units';
import type { PhaseGroupName } from '@fournil/contract/phases/limits';
import type { DamperPhase, FanPhase, HeatPhase, ProgramSettings, SteamPhase } from '@fournil/contract/phases/settings';
import { durationText, noBreak } from '../kit/format/duration.ts';
import type { useT } from './messages.ts';

interface Wording {
  t: ReturnType<typeof useT>;
  unit: TemperatureUnit;
}

/**
 * MNU-02: in words, what a program on an oven (`own`) has that the approved one has not, one sentence for each entry
 * that differs: "step 2: 235 instead of 225 °C, 1 min longer". Empty when the settings are equal. Entries have the
 * oven's numbers, removed ones those of the approved program.
 */
export function settingDifferences(approved: ProgramSettings, own: ProgramSettings, wording: Wording): string[] {
  const { t } = wording;
  const say = phrases(wording);
  const [before, now] = [approved.preheatTemperatureCelsius, own.preheatTemperatureCelsius];
  return [
    ...(before === now ? [] : [t('differences.says.preheat', { parts: say.temperature(now, before) })]),
    ...groupWords(t, 'heat', approved.heat, own.heat, heatWords(t, say)),
    ...groupWords(t, 'fan', approved.fan, own.fan, fanWords(say)),
    ...groupWords(t, 'steam', approved.steam, own.steam, steamWords(say)),
    ...groupWords(t, 'damper', approved.damper, own.damper, damperWords(t, say)),
  ];
}

type Phrases = ReturnType<typeof phrases>;

/** The parts of sentences; times in seconds. */
function phrases({ t, unit }: Wording) {
  const instead = (now: number, before: number, symbol: string) =>
    t('differences.says.instead', { now, before, unit: `${noBreak}${symbol}` });
  const insteadOf = (now: string, before: string) => t('differences.says.insteadOf', { now, before });
  return {
    instead,
    insteadOf,
    degrees: (celsius: number) => `${fromCelsius(celsius, unit)}${noBreak}°${unit}`,
    /** With decimals only where the values differ in these alone. */
    temperature: (now: number, before: number) => {
      const decimals = fromCelsius(now, unit) === fromCelsius(before, unit) ? 2 : 0;
      return instead(fromCelsius(now, unit, decimals), fromCelsius(before, unit, decimals), `°${unit}`);
    },
    speed: (percent: number) => (percent === 0 ? t('differences.says.off') : `${percent}${noBreak}%`),
    longer: (now: number, before: number, key: 'longer' | 'openLonger' = 'longer') => {
      const shorter = key === 'longer' ? 'shorter' : 'openShorter';
      return t(`differences.says.${now > before ? key : shorter}`, { span: durationText(Math.abs(now - before)) });
    },
    moment: (key: 'from' | 'at' | 'opens', now: number, before?: number) => {
      const at = durationText(now);
      return t(`differences.says.${key}`, { at: before === undefined ? at : insteadOf(at, durationText(before)) });
    },
  };
}

interface EntryWords<Entry> {
  /** The values that differ; null for one that does not. */
  changes: (before: Entry, now: Entry) => (string | null)[];
  /** All values. */
  all: (entry: Entry) => (string | null)[];
  /** The whole sentence where this alone differs, when it reads better without the name of the entry. */
  alone?: (before: Entry, now: Entry, number: number) => string | null;
}

function heatWords(t: Wording['t'], say: Phrases): EntryWords<HeatPhase> {
  return {
    changes: (before, now) => [
      now.temperatureCelsius === before.temperatureCelsius
        ? null
        : say.temperature(now.temperatureCelsius, before.temperatureCelsius),
      now.durationSeconds === before.durationSeconds ? null : say.longer(now.durationSeconds, before.durationSeconds),
      now.notification === before.notification
        ? null
        : t(now.notification ? 'differences.says.rings' : 'differences.says.silent'),
    ],
    all: ({ temperatureCelsius, durationSeconds, notification }) => [
      say.degrees(temperatureCelsius),
      durationText(durationSeconds),
      notification ? t('differences.says.rings') : null,
    ],
    alone: (before, now, number) =>
      unlikeValues(before, now) === 1 && before.notification !== now.notification
        ? t(now.notification ? 'differences.says.ringsAt' : 'differences.says.silentAt', { number })
        : null,
  };
}

function fanWords(say: Phrases): EntryWords<FanPhase> {
  const speeds = (now: number, before: number) =>
    now === 0 || before === 0 ? say.insteadOf(say.speed(now), say.speed(before)) : say.instead(now, before, '%');
  return {
    changes: (before, now) => [
      now.speedPercent === before.speedPercent ? null : speeds(now.speedPercent, before.speedPercent),
      now.startSeconds === before.startSeconds ? null : say.moment('from', now.startSeconds, before.startSeconds),
    ],
    all: ({ speedPercent, startSeconds }) => [`${say.speed(speedPercent)} ${say.moment('from', startSeconds)}`],
  };
}

function steamWords(say: Phrases): EntryWords<SteamPhase> {
  return {
    changes: (before, now) => [
      now.volumeCentilitres === before.volumeCentilitres
        ? null
        : say.instead(now.volumeCentilitres, before.volumeCentilitres, 'cl'),
      now.startSeconds === before.startSeconds ? null : say.moment('at', now.startSeconds, before.startSeconds),
    ],
    all: ({ volumeCentilitres, startSeconds }) => [
      `${volumeCentilitres}${noBreak}cl ${say.moment('at', startSeconds)}`,
    ],
  };
}

function damperWords(t: Wording['t'], say: Phrases): EntryWords<DamperPhase> {
  return {
    changes: (before, now) => [
      now.startSeconds === before.startSeconds ? null : say.moment('opens', now.startSeconds, before.startSeconds),
      now.durationSeconds === before.durationSeconds
        ? null
        : say.longer(now.durationSeconds, before.durationSeconds, 'openLonger'),
    ],
    all: ({ startSeconds, durationSeconds }) => [
      say.moment('opens', startSeconds),
      t('differences.says.open', { span: durationText(durationSeconds) }),
    ],
  };
}

function groupWords<Entry extends object>(
  t: Wording['t'],
  name: PhaseGroupName,
  approved: readonly Entry[],
  own: readonly Entry[],
  words: EntryWords<Entry>,
): string[] {
  const sentence = (key: 'changed' | 'added' | 'removed', number: number, parts: readonly (string | null)[]) =>
    t(`differences.says.${key}.${name}`, { number, parts: parts.filter((part) => part !== null).join(', ') });
  return aligned(approved, own).flatMap(({ before, now, number }) => {
    if (!before) return now ? [sentence('added', number, words.all(now))] : [];
    if (!now) return [sentence('removed', number, words.all(before))];
    if (unlikeValues(before, now) === 0) return [];
    return [words.alone?.(before, now, number) ?? sentence('changed', number, words.changes(before, now))];
  });
}

interface Pair<Entry> {
  before: Entry | undefined;
  now: Entry | undefined;
  /** From 1: the entry's number on the oven, or that of a removed entry in the approved program. */
  number: number;
}

/**
 * Entries in their order. Where one list is longer, the additional entries are one run, at the place where the fewest
 * values of the others differ, so that an inserted step is one difference.
 */
function aligned<Entry extends object>(before: readonly Entry[], now: readonly Entry[]): Pair<Entry>[] {
  const isLonger = now.length >= before.length;
  const [short, long] = isLonger ? [before, now] : [now, before];
  const run = long.length - short.length;
  const at = run === 0 ? short.length : placeOfRun(short, long);
  return long.map((entry, index) => {
    const isInRun = index >= at && index < at + run;
    const place = index < at ? index : index - run;
    const other = isInRun ? undefined : short[place];
    return isLonger
      ? { before: other, now: entry, number: index + 1 }
      : { before: entry, now: other, number: (isInRun ? index : place) + 1 };
  });
}

function placeOfRun<Entry extends object>(short: readonly Entry[], long: readonly Entry[]): number {
  const run = long.length - short.length;
  const differing = (at: number) =>
    short.reduce((sum, entry, index) => sum + unlikeValues(entry, long[index < at ? index : index + run]), 0);
  let best = short.length;
  for (let at = short.length - 1; at >= 0; at -= 1) if (differing(at) < differing(best)) best = at;
  return best;
}

function unlikeValues<Entry extends object>(one: Entry, other: Entry | undefined): number {
  return Object.entries(one).filter(([name, value]) => other?.[name as keyof Entry] !== value).length;
}
