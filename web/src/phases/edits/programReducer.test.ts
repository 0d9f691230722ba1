import { limits, type PhaseGroupName, phaseGroupNames } from '@fournil/contract/phases/limits';
import { phaseViolationsOf } from '@fournil/contract/phases/rules';
import { newSettings, type ProgramSettings, totalSeconds } from '@fournil/contract/phases/settings';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdit, type Criterion, type Edit } from './edits.ts';
import { hasRoom } from './freeMoment.ts';
import { type EditorState, openEditor, programReducer } from './programReducer.ts';

const campagne: ProgramSettings = {
  preheatTemperatureCelsius: 250,
  heat: [
    { temperatureCelsius: 250, durationSeconds: 180, notification: false },
    { temperatureCelsius: 235, durationSeconds: 480, notification: true },
    { temperatureCelsius: 205, durationSeconds: 540, notification: false },
  ],
  fan: [
    { startSeconds: 0, speedPercent: 100 },
    { startSeconds: 600, speedPercent: 60 },
  ],
  steam: [{ startSeconds: 0, volumeCentilitres: 8 }],
  damper: [{ startSeconds: 900, durationSeconds: 240 }],
};

const group = fc.constantFrom<PhaseGroupName>(...phaseGroupNames);
const index = fc.integer({ min: -2, max: 8 });
const wild = fc.oneof(
  fc.integer({ min: -500, max: 20_000 }),
  fc.double({ min: -10, max: 3000 }),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY),
);
const criterion = fc.constantFrom<Criterion>('temperature', 'duration', 'start', 'speed', 'volume');
const own: Record<PhaseGroupName, Criterion[]> = {
  heat: ['temperature', 'duration'],
  fan: ['start', 'speed'],
  steam: ['start', 'volume'],
  damper: ['start', 'duration'],
};
const place = fc.record({ group, index });
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ at: place, criterion, value: wild }).map(({ at, value, criterion: wished }): Edit => {
    const fitting = own[at.group];
    return { do: 'set', at, criterion: fitting.includes(wished) ? wished : (fitting[0] ?? wished), value };
  }),
  fc.record({ do: fc.constant('span' as const), index, startSeconds: wild, durationSeconds: wild }),
  fc.record({ do: fc.constant('ring' as const), index, notification: fc.boolean() }),
  fc.record({ do: fc.constant('insert' as const), after: place }),
  fc.record({
    do: fc.constant('insertAt' as const),
    group: fc.constantFrom('fan' as const, 'steam' as const, 'damper' as const),
    startSeconds: wild,
  }),
  fc.record({ do: fc.constant('split' as const), index }),
  fc.record({ do: fc.constant('reorder' as const), index, by: fc.constantFrom(-1 as const, 1 as const) }),
  fc.record({ do: fc.constant('remove' as const), at: place }),
  fc
    .record({ at: place, rows: fc.array(fc.array(fc.option(wild), { maxLength: 3 }), { maxLength: 60 }) })
    .map(({ at, rows }): Edit => ({ do: 'paste', at, criteria: own[at.group], rows })),
);

/** The state after these edits, with every question answered with yes. */
function afterEdits(state: EditorState, edits: readonly Edit[]): EditorState {
  return edits.reduce((now, one) => {
    const next = programReducer(now, { do: 'apply', edit: one });
    return next.question ? programReducer(next, { do: 'confirm' }) : next;
  }, state);
}

const apply = (state: EditorState, one: Edit) => programReducer(state, { do: 'apply', edit: one });

describe('the program editor’s reducer', () => {
  it('PHA-07 stores whole seconds: no edit makes a value that is not finite, below 0, or a time that is not whole', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        const { settings } = afterEdits(openEditor(campagne), edits);
        const times = [
          ...settings.heat.map((one) => one.durationSeconds),
          ...[...settings.fan, ...settings.steam, ...settings.damper].map((one) => one.startSeconds),
          ...settings.damper.map((one) => one.durationSeconds),
        ];
        const levels = [
          settings.preheatTemperatureCelsius,
          ...settings.heat.map((one) => one.temperatureCelsius),
          ...settings.fan.map((one) => one.speedPercent),
          ...settings.steam.map((one) => one.volumeCentilitres),
        ];
        expect(times.every((time) => Number.isInteger(time) && time >= 0)).toBe(true);
        expect(levels.every((level) => Number.isFinite(level) && level >= 0)).toBe(true);
      }),
    );
  });

  it('PHA-01 keeps 1 to 50 heat phases and at most 50 of the others, timed entries in the order of time', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 80 }), (edits) => {
        const { settings } = afterEdits(openEditor(newSettings()), edits);
        expect(settings.heat.length).toBeGreaterThanOrEqual(1);
        for (const name of phaseGroupNames) expect(settings[name].length).toBeLessThanOrEqual(limits.phasesPerGroup);
        for (const name of ['fan', 'steam', 'damper'] as const) {
          const starts = settings[name].map((one) => one.startSeconds);
          expect(starts).toEqual([...starts].sort((a, b) => a - b));
        }
      }),
    );
  });

  it('undoes and redoes exactly, edit by edit', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        const start = openEditor(campagne);
        const end = afterEdits(start, edits);
        const back = Array.from({ length: end.past.length }).reduce<EditorState>(
          (now) => programReducer(now, { do: 'undo' }),
          end,
        );
        expect(back.settings).toEqual(start.settings);
        const again = Array.from({ length: end.past.length }).reduce<EditorState>(
          (now) => programReducer(now, { do: 'redo' }),
          back,
        );
        expect(again.settings).toEqual(end.settings);
        expect(again.selection).toEqual(end.selection);
      }),
    );
  });

  it('never loses or changes another entry when one is inserted', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), place, (edits, after) => {
        const { settings } = afterEdits(openEditor(campagne), edits);
        const next = applyEdit(settings, { do: 'insert', after });
        for (const name of phaseGroupNames) {
          for (const entry of settings[name]) expect(next.settings[name]).toContainEqual(entry);
          const grown = name === after.group && hasRoom(settings, name);
          expect(next.settings[name].length).toBe(settings[name].length + (grown ? 1 : 0));
        }
      }),
    );
  });

  it('keeps the total time when a phase is split', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 20 }), index, (edits, at) => {
        const { settings } = afterEdits(openEditor(campagne), edits);
        expect(totalSeconds(applyEdit(settings, { do: 'split', index: at }).settings)).toBe(totalSeconds(settings));
      }),
    );
  });
});

describe('PHA-06 shortening a program', () => {
  const shorten: Edit = { do: 'set', at: { group: 'heat', index: 2 }, criterion: 'duration', value: 300 };

  it('PHA-06 asks before it cuts anything off, and changes nothing until it is answered', () => {
    const asked = apply(openEditor(campagne), shorten);
    expect(asked.question?.cut).toEqual({ fan: [], steam: [], damper: [0] });
    expect(asked.settings).toBe(campagne);
    const refused = programReducer(asked, { do: 'cancel' });
    expect(refused.settings).toBe(campagne);
    expect(refused.question).toBeNull();
  });

  it('PHA-06 deletes exactly the named entries when it is confirmed, and undo restores them', () => {
    const done = programReducer(apply(openEditor(campagne), shorten), { do: 'confirm' });
    expect(done.settings.damper).toEqual([]);
    expect(done.settings.fan).toEqual(campagne.fan);
    expect(totalSeconds(done.settings)).toBe(960);
    expect(phaseViolationsOf(done.settings)).toEqual([]);
    expect(programReducer(done, { do: 'undo' }).settings).toEqual(campagne);
  });

  it('PHA-06 does not ask where nothing is cut off', () => {
    const state = apply(openEditor({ ...campagne, damper: [] }), shorten);
    expect(state.question).toBeNull();
    expect(totalSeconds(state.settings)).toBe(960);
  });

  it('by dragging previews the result, and cancelling restores the program', () => {
    const dragged = programReducer(openEditor(campagne), { do: 'preview', edit: shorten });
    expect(dragged.settings).toBe(campagne);
    expect(dragged.preview?.settings.heat[2]?.durationSeconds).toBe(300);
    expect(programReducer(dragged, { do: 'cancel' }).preview).toBeNull();
  });
});

describe('editing phases:', () => {
  it('PHA-02 the preheat follows the first temperature until it is set by hand', () => {
    const first = (state: EditorState, value: number) =>
      apply(state, { do: 'set', at: { group: 'heat', index: 0 }, criterion: 'temperature', value });
    const followed = first(openEditor(newSettings()), 200);
    expect(followed.settings.preheatTemperatureCelsius).toBe(230);
    expect(first(followed, 240).settings.preheatTemperatureCelsius).toBe(250);
    const byHand = apply(followed, {
      do: 'set',
      at: { group: 'heat', index: -1 },
      criterion: 'temperature',
      value: 210,
    });
    expect(first(byHand, 180).settings.preheatTemperatureCelsius).toBe(210);
  });

  it('PHA-02 PHA-03 a new heat phase starts at 0 °C, and a new fan phase at 100 %', () => {
    const heat = apply(openEditor(campagne), { do: 'insert', after: { group: 'heat', index: 0 } });
    expect(heat.settings.heat[1]?.temperatureCelsius).toBe(0);
    const fan = apply(openEditor(campagne), { do: 'insert', after: { group: 'fan', index: 0 } });
    expect(fan.settings.fan[1]).toEqual({ startSeconds: 300, speedPercent: 100 });
  });

  it('PHA-03 when the first fan phase is removed, the second starts at 0', () => {
    const state = apply(openEditor(campagne), { do: 'remove', at: { group: 'fan', index: 0 } });
    expect(state.settings.fan).toEqual([{ startSeconds: 0, speedPercent: 60 }]);
  });

  it('columns are pasted from the chosen cell on, and rows are added as needed', () => {
    const state = apply(openEditor(campagne), {
      do: 'paste',
      at: { group: 'heat', index: 2 },
      criteria: ['temperature', 'duration'],
      rows: [
        [200, 600],
        [180, null],
      ],
    });
    expect(state.settings.heat[2]).toMatchObject({ temperatureCelsius: 200, durationSeconds: 600 });
    expect(state.settings.heat[3]).toMatchObject({ temperatureCelsius: 180, durationSeconds: 60 });
  });
});

describe('PHA-05 an entry that is added', () => {
  const damper = (...spans: [number, number][]) =>
    spans.map(([startSeconds, durationSeconds]) => ({ startSeconds, durationSeconds }));

  it('is put in the first free place, also before the entry after which it is asked for', () => {
    // The last opening reaches to the end of the program, which takes 1,200 seconds.
    const before = { ...campagne, damper: damper([300, 60], [900, 300]) };
    const next = apply(openEditor(before), { do: 'insert', after: { group: 'damper', index: 1 } });
    expect(next.settings.damper).toEqual(damper([60, 60], [300, 60], [900, 300]));
    expect(phaseViolationsOf(next.settings)).toEqual([]);
  });

  it('is not put anywhere when the program has no room, and that is said', () => {
    const full = { ...campagne, damper: damper([60, 1140]) };
    const next = apply(openEditor(full), { do: 'insert', after: { group: 'damper', index: 0 } });
    expect([next.settings, next.did]).toEqual([full, 'noRoom']);
  });

  it('breaks no rule, wherever it is asked for', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('fan' as const, 'steam' as const, 'damper' as const),
        fc.array(edit, { maxLength: 12 }),
        fc.integer({ min: -1, max: 6 }),
        (added, edits, after) => {
          const settings = edits.reduce((state, one) => applyEdit(state, one).settings, campagne);
          if (phaseViolationsOf(settings).length > 0) return;
          const next = applyEdit(settings, { do: 'insert', after: { group: added, index: after } }).settings;
          expect(phaseViolationsOf(next)).toEqual([]);
        },
      ),
    );
  });
});
