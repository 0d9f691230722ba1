import type { Desired } from '@fournil/contract/machine-link/fromServer';
import type { ProgramBody } from '@fournil/contract/programs/programBody';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aBody, aModel } from '../testing.ts';
import {
  applyDesired,
  changeAtOven,
  emptyHolding,
  type Holding,
  heldPrograms,
  missing,
  receive,
  settle,
  sha256Of,
} from './memory.ts';

const model = aModel('sole-2-08');
const wantedOf = (body: ProgramBody) => ({ id: body.id, revision: body.revision, sha256: sha256Of(body) });
const desiredOf = (version: number, ...bodies: ProgramBody[]): Desired => ({
  v: 1,
  version,
  programs: bodies.map(wantedOf),
});
const message = (body: ProgramBody) => ({ v: 1, sha256: sha256Of(body), body });
const holding = (...bodies: ProgramBody[]) =>
  bodies.reduce<Holding>(
    (now, body) => receive(now, message(body), model, null),
    applyDesired(emptyHolding, desiredOf(1, ...bodies), null),
  );

describe('LNK-06 the programs that an oven holds:', () => {
  test('whatever the order and number of messages, the last desired state is reached in the end', () => {
    const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
    const bodies = [0, 1, 2, 3].flatMap((n) =>
      [1, 2, 3].map((revision) => aBody({ id: id(n), revision, name: `P${n}`, minutes: 10 + revision })),
    );
    const choice = fc.uniqueArray(fc.constantFrom(...bodies), { selector: (body) => body.id, maxLength: 4 });
    const steps = fc.array(fc.tuple(fc.nat(30), fc.boolean(), fc.constantFrom(null, id(0), id(1))), { maxLength: 60 });
    fc.assert(
      fc.property(fc.array(choice, { minLength: 1, maxLength: 6 }), steps, (lists, order) => {
        const all = lists.map((list, index) => desiredOf(index + 1, ...list));
        let now = emptyHolding;
        for (const [n, isBody, running] of order) {
          const body = bodies[n % bodies.length] as ProgramBody;
          now = isBody
            ? receive(now, message(body), model, running)
            : applyDesired(now, all[n % all.length] as Desired, running);
        }
        const last = all.at(-1) as Desired;
        now = applyDesired(now, last, null);
        for (const { id: desired, revision } of missing(now)) {
          now = receive(
            now,
            message(bodies.find((one) => one.id === desired && one.revision === revision) as ProgramBody),
            model,
            null,
          );
        }
        expect(heldPrograms(now)).toEqual(last.programs.map((program) => ({ ...program, state: 'applied' })));
        expect(now.processedVersion).toBe(last.version);
        expect(missing(now)).toEqual([]);
      }),
    );
  });

  test('a program that needs more steam than the tank holds is refused, with the reason in plain words', () => {
    const now = holding(aBody({ steam: [10, 10, 8, 6] }));
    expect(heldPrograms(now)[0]).toMatchObject({
      state: 'refused',
      reason: { code: 'tankTooSmall', values: { neededCentilitres: 34, tankCentilitres: 30 } },
    });
    expect(now.processedVersion).toBe(1);
  });

  test('a program for another category of oven is refused', () => {
    expect(heldPrograms(holding(aBody({ category: 'pizza', steam: [] })))[0]).toMatchObject({ state: 'refused' });
  });

  test('a body that does not match its hash is refused, and so is one that is no program', () => {
    const body = aBody();
    const asked = applyDesired(emptyHolding, desiredOf(1, body), null);
    const forged = receive(asked, { ...message(body), body: { ...body, name: 'Other' } }, model, null);
    expect(heldPrograms(forged)[0]).toMatchObject({ state: 'refused', reason: { code: 'damaged' } });
    expect(heldPrograms(receive(asked, { body: { id: body.id } }, model, null))[0]).toMatchObject({ state: 'refused' });
    expect(receive(asked, null, model, null)).toBe(asked);
  });

  test('the running program is replaced or removed only when it ends', () => {
    const first = aBody();
    const second = { ...aBody({ id: first.id, minutes: 30 }), revision: 2 };
    const running = receive(
      applyDesired(holding(first), desiredOf(2, second), first.id),
      message(second),
      model,
      first.id,
    );
    expect(heldPrograms(running)).toEqual([{ ...wantedOf(first), state: 'applied' }]);
    expect(missing(running)).toEqual([]);
    expect(heldPrograms(settle(running, null))).toEqual([{ ...wantedOf(second), state: 'applied' }]);
    const leaving = applyDesired(holding(first), desiredOf(2), first.id);
    expect(leaving.processedVersion).toBe(1);
    expect(settle(leaving, null)).toMatchObject({ held: [], processedVersion: 2 });
  });

  test('a new revision with the same body is not downloaded again', () => {
    const body = aBody();
    const now = applyDesired(holding(body), desiredOf(2, { ...body, revision: 5 }), null);
    expect(missing(now)).toEqual([]);
    expect(now.held[0]).toMatchObject({ revision: 5, state: 'applied' });
  });
});

describe('MNU-02 a program that was changed at the oven', () => {
  const body = aBody();
  const next = { ...aBody({ id: body.id, minutes: 40 }), revision: 2 };
  const edited = (now: Holding, id = body.id) => {
    const changed = changeAtOven(now, id);
    if (!changed) throw new Error('nothing was changed');
    return changed;
  };
  const overwriting = (version: number, one: ProgramBody): Desired => ({
    v: 1,
    version,
    programs: [{ ...wantedOf(one), overwrite: true }],
  });

  test('is reported with the revision that was edited, the hash of its body, and what was changed', () => {
    const changed = edited(holding({ ...body, revision: 4 }));
    expect(changed.body).toMatchObject({ id: body.id, revision: 4, name: body.name });
    expect(changed.body.phaseGroups[0]).toMatchObject({ phases: [{ values: { temperature: 243 } }, {}] });
    expect(changed.sha256).toBe(sha256Of(changed.body));
    expect(heldPrograms(changed.holding)).toEqual([
      {
        id: body.id,
        revision: 4,
        sha256: changed.sha256,
        state: 'changed',
        reason: { code: 'changed', values: { step: 1, fromCelsius: 250, toCelsius: 243 } },
      },
    ]);
    expect(changeAtOven(changed.holding, 'another')).toBe(null);
  });

  test('stays when another revision is desired, which is then settled, and gives way to it by `overwrite` only', () => {
    const { holding: changed } = edited(holding(body));
    const kept = receive(applyDesired(changed, desiredOf(2, next), null), message(next), model, null);
    expect(heldPrograms(kept)).toEqual(heldPrograms(changed));
    expect(missing(kept)).toEqual([]);
    expect(kept.processedVersion).toBe(2);
    const asked = applyDesired(kept, overwriting(3, next), null);
    expect(asked.processedVersion).toBe(2);
    expect(missing(asked)).toEqual(overwriting(3, next).programs);
    const replaced = receive(asked, message(next), model, null);
    expect(heldPrograms(replaced)).toEqual([{ ...wantedOf(next), state: 'applied' }]);
    expect(replaced.processedVersion).toBe(3);
  });

  test('is taken for the desired revision, without its body, when that has the same hash', () => {
    const { holding: changed, body: adopted } = edited(holding(body));
    const now = applyDesired(changed, desiredOf(2, { ...adopted, revision: 2 }), null);
    expect(missing(now)).toEqual([]);
    expect(heldPrograms(now)).toEqual([{ ...wantedOf({ ...adopted, revision: 2 }), state: 'applied' }]);
    expect(now.held[0]?.body?.revision).toBe(2);
    const running = applyDesired(changed, desiredOf(2, { ...adopted, revision: 2 }), body.id);
    expect(missing(running), 'nor is it asked for while it runs').toEqual([]);
    expect(heldPrograms(settle(running, null))).toEqual(heldPrograms(now));
  });

  test('is not overwritten by a decision about a former change', () => {
    const asked = applyDesired(edited(holding(body)).holding, overwriting(2, body), body.id);
    const again = edited(receive(asked, message(body), model, body.id));
    const ended = settle(again.holding, null);
    expect(heldPrograms(ended)).toMatchObject([{ state: 'changed', sha256: again.sha256 }]);
    expect(missing(ended)).toEqual([]);
    expect(ended.processedVersion).toBe(2);
  });

  test('of a refused revision is the change of the one before, whose body the oven holds', () => {
    const steamy = { ...aBody({ id: body.id, steam: [10, 10, 8, 6] }), revision: 2 };
    const refused = receive(applyDesired(holding(body), desiredOf(2, steamy), null), message(steamy), model, null);
    expect(refused.held[0]).toMatchObject({ state: 'refused', revision: 2 });
    const changed = edited(refused);
    expect(changed.holding.held[0]).toMatchObject({ state: 'changed', revision: 1, sha256: changed.sha256 });
  });

  test('is never lost, whatever is desired and arrives, until it is overwritten, adopted or not desired any more', () => {
    const bodies = [body, next, { ...aBody({ id: body.id, minutes: 50 }), revision: 3 }];
    const one = fc.constantFrom(...bodies);
    const running = fc.constantFrom(null, body.id);
    const edits = fc.constant((now: Holding) => settle(changeAtOven(now, body.id)?.holding ?? now, null));
    const wants = fc.tuple(one, running).map(
      ([wanted, runs]) =>
        (now: Holding) =>
          applyDesired(now, desiredOf((now.desired?.version ?? 0) + 1, wanted), runs),
    );
    const arrives = fc.tuple(one, running).map(
      ([arrived, runs]) =>
        (now: Holding) =>
          receive(now, message(arrived), model, runs),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(edits, wants, arrives), { maxLength: 40 }), (steps) => {
        let now = holding(body);
        for (const step of steps) {
          const [before] = now.held;
          now = step(now);
          if (before?.state !== 'changed') continue;
          const lower = changeAtOven({ ...now, held: [before] }, body.id)?.sha256;
          expect([before.sha256, lower]).toContain(now.held[0]?.sha256);
          expect(now.held[0]?.state).toBe('changed');
          expect(now.processedVersion).toBe(now.desired?.version);
        }
      }),
    );
  });

  test('gives way to a decision about this very change only', () => {
    const changed = edited(holding(body)).holding;
    const decided = (overwrites: string): Desired => ({
      v: 1,
      version: 7,
      programs: [{ ...wantedOf(next), overwrite: true, overwrites }],
    });
    const other = applyDesired(changed, decided('d'.repeat(64)), null);
    expect(missing(other)).toEqual([]);
    expect(heldPrograms(other)[0]?.state).toBe('changed');
    const own = applyDesired(changed, decided(heldPrograms(changed)[0]?.sha256 ?? ''), null);
    expect(missing(own).map(({ id }) => id)).toEqual([body.id]);
  });
});
