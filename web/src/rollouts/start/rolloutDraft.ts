import { violationsOf } from '@fournil/contract/kit/validation';
import type { SettingType, SettingValue } from '@fournil/contract/machine-link/fields';
import type { RolloutKindName } from '@fournil/contract/rollouts/rollout';
import {
  bakesToOpenByDefault,
  type RingInput,
  revisionRolloutInput,
  rolloutDefaults,
  rolloutInput,
  settingRolloutInput,
} from '@fournil/contract/rollouts/rolloutInput';
import { v4 } from 'uuid';

/** A chosen record with its name. */
export interface NamedRecord {
  id: string;
  name: string;
}

/** A ring during editing; numbers are the texts of the inputs. */
export interface RingDraft {
  key: string;
  name: string;
  organisations: NamedRecord[];
  structures: NamedRecord[];
  tags: NamedRecord[];
  models: string[];
  sharePercent: string;
}

export interface RolloutDraft {
  rings: RingDraft[];
  openAtPercent: string;
  abortAtPercent: string;
  silenceMinutes: string;
  bakesToOpen: string;
  abortAtInterruptedPercent: string;
  /** Of software only, as the next one. */
  allowOlder: boolean;
  thenGeneral: boolean;
}

/** What a rollout gives. */
export type NewSubject =
  | { kind: 'software'; update: string }
  | { kind: 'program' | 'menu'; id: string; revision: number }
  | { kind: 'setting'; param: string; type: SettingType; value: SettingValue };

/** The path of the call that starts it; the dry run is `/preview` below it. */
export function startPath(subject: NewSubject): string {
  if (subject.kind === 'software') return '/rollouts';
  if (subject.kind === 'setting') return '/rollouts/settings';
  return `/${subject.kind}s/${subject.id}/rollouts`;
}

type RingName = 'canaryRing' | 'tenthRing' | 'quarterRing' | 'allRing' | 'clientRing' | 'shopRing';
type Rings = readonly (readonly [name: RingName, sharePercent: number])[];

const ringsOf = {
  canary: [
    ['canaryRing', 1],
    ['tenthRing', 10],
    ['allRing', 100],
  ],
  client: [
    ['clientRing', 100],
    ['allRing', 100],
  ],
  pilot: [
    ['canaryRing', 5],
    ['quarterRing', 25],
    ['allRing', 100],
  ],
  shop: [
    ['shopRing', 100],
    ['allRing', 100],
  ],
  atOnce: [['allRing', 100]],
} as const satisfies Record<string, Rings>;
export type Preset = keyof typeof ringsOf;

/** The presets of the maker, whose fleet is large, and of one organisation; the first is the one to begin with. */
export function presetsOf(kind: RolloutKindName): readonly [Preset, ...Preset[]] {
  return kind === 'software' ? ['canary', 'client', 'atOnce'] : ['pilot', 'shop', 'atOnce'];
}

export function presetRings(preset: Preset, nameOf: (name: RingName) => string): RingDraft[] {
  return ringsOf[preset].map(([name, share]) => newRing(nameOf(name), share));
}

export function newRing(name: string, sharePercent = 100): RingDraft {
  return {
    key: v4(),
    name,
    organisations: [],
    structures: [],
    tags: [],
    models: [],
    sharePercent: String(sharePercent),
  };
}

export function newDraft(rings: RingDraft[], kind: RolloutKindName): RolloutDraft {
  const isOfRevision = kind === 'program' || kind === 'menu';
  return {
    rings,
    openAtPercent: String(rolloutDefaults.openAtPercent),
    abortAtPercent: String(rolloutDefaults.abortAtPercent),
    silenceMinutes: String(rolloutDefaults.silenceMinutes),
    bakesToOpen: String(isOfRevision ? bakesToOpenByDefault : rolloutDefaults.bakesToOpen),
    abortAtInterruptedPercent: String(rolloutDefaults.abortAtInterruptedPercent),
    allowOlder: false,
    thenGeneral: true,
  };
}

/** The draft as the call takes it; a text that is no number becomes NaN, which the schema refuses at its path. */
export function inputOf(draft: RolloutDraft, subject: NewSubject) {
  const { allowOlder, thenGeneral } = draft;
  const ringsAndRules = {
    rings: draft.rings.map(({ key: _, organisations, structures, tags, sharePercent, ...ring }) => ({
      ...ring,
      organisations: idsOf(organisations),
      structures: idsOf(structures),
      tags: idsOf(tags),
      sharePercent: numberOf(sharePercent),
    })) satisfies Record<keyof RingInput, unknown>[],
    openAtPercent: numberOf(draft.openAtPercent),
    abortAtPercent: numberOf(draft.abortAtPercent),
    silenceMinutes: numberOf(draft.silenceMinutes),
  };
  if (subject.kind === 'software') return { update: subject.update, ...ringsAndRules, allowOlder, thenGeneral };
  const bakesToOpen = numberOf(draft.bakesToOpen);
  const ofBakes = {
    bakesToOpen,
    // Not shown, and of no effect, when no bakes are waited for.
    ...(bakesToOpen === 0 ? {} : { abortAtInterruptedPercent: numberOf(draft.abortAtInterruptedPercent) }),
  };
  if (subject.kind === 'setting') {
    const { param, type, value } = subject;
    return { param, type, value, ...ringsAndRules, ...ofBakes };
  }
  return { revision: subject.revision, ...ringsAndRules, ...ofBakes };
}

export type Violations = ReadonlyMap<string, { key: string; args: Record<string, string | number> }>;

/** An error: a key with its variables, or the server's text. */
export type FieldError = string | { message: string; args: Record<string, string | number> };

const schemas = {
  software: rolloutInput,
  program: revisionRolloutInput,
  menu: revisionRolloutInput,
  setting: settingRolloutInput,
} as const;

/** The errors by path: `rings.0.name`. */
export function violationsIn(draft: RolloutDraft, subject: NewSubject): Violations {
  const input = inputOf(draft, subject);
  const result = schemas[subject.kind].safeParse(input);
  if (result.success) return new Map();
  return new Map(violationsOf(result.error, input).map(({ path, key, args }) => [path, { key, args }]));
}

export function moved(rings: readonly RingDraft[], from: number, to: number): RingDraft[] {
  const one = rings[from];
  if (!one || to < 0 || to >= rings.length) return [...rings];
  const others = rings.filter((_, index) => index !== from);
  return [...others.slice(0, to), one, ...others.slice(to)];
}

function idsOf(chosen: readonly NamedRecord[]): string[] {
  return chosen.map(({ id }) => id);
}

/** An empty text is a missing number, not 0. */
function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text.replace(',', '.'));
}
