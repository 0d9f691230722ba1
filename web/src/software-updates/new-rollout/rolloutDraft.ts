import { violationsOf } from '@fournil/contract/kit/validation';
import { type RingInput, rolloutDefaults, rolloutInput } from '@fournil/contract/software-updates/rollout';
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
  allowOlder: boolean;
  thenGeneral: boolean;
}

export const presets = ['canary', 'client', 'atOnce'] as const;
export type Preset = (typeof presets)[number];
type RingName = 'canaryRing' | 'tenthRing' | 'allRing' | 'clientRing';

const ringsOf: Record<Preset, readonly (readonly [name: RingName, sharePercent: number])[]> = {
  canary: [
    ['canaryRing', 1],
    ['tenthRing', 10],
    ['allRing', 100],
  ],
  client: [
    ['clientRing', 100],
    ['allRing', 100],
  ],
  atOnce: [['allRing', 100]],
};

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

export function newDraft(rings: RingDraft[]): RolloutDraft {
  return {
    rings,
    openAtPercent: String(rolloutDefaults.openAtPercent),
    abortAtPercent: String(rolloutDefaults.abortAtPercent),
    silenceMinutes: String(rolloutDefaults.silenceMinutes),
    allowOlder: false,
    thenGeneral: true,
  };
}

/** The draft as the call takes it; a text that is no number becomes NaN, which the schema refuses at its path. */
export function inputOf(
  { rings, openAtPercent, abortAtPercent, silenceMinutes, ...rest }: RolloutDraft,
  update: string,
) {
  return {
    update,
    rings: rings.map(({ key: _, organisations, structures, tags, sharePercent, ...ring }) => ({
      ...ring,
      organisations: idsOf(organisations),
      structures: idsOf(structures),
      tags: idsOf(tags),
      sharePercent: numberOf(sharePercent),
    })) satisfies Record<keyof RingInput, unknown>[],
    openAtPercent: numberOf(openAtPercent),
    abortAtPercent: numberOf(abortAtPercent),
    silenceMinutes: numberOf(silenceMinutes),
    ...rest,
  };
}

export type Violations = ReadonlyMap<string, { key: string; args: Record<string, string | number> }>;

/** An error: a key with its variables, or the server's text. */
export type FieldError = string | { message: string; args: Record<string, string | number> };

/** The errors by path: `rings.0.name`. */
export function violationsIn(input: ReturnType<typeof inputOf>): Violations {
  const result = rolloutInput.safeParse(input);
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
