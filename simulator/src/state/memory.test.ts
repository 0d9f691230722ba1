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

  test('a program that was changed at the oven stays until another revision is desired', () => {
    const body = aBody();
    const changed = changeAtOven(holding(body), body.id) as Holding;
    expect(heldPrograms(changed)[0]).toMatchObject({
      state: 'changed',
      reason: { code: 'changed', values: { step: 1, fromCelsius: 250, toCelsius: 243 } },
    });
    const again = receive(applyDesired(changed, desiredOf(2, body), null), message(body), model, null);
    expect(again.held[0]?.state).toBe('changed');
    const next = { ...aBody({ id: body.id, minutes: 40 }), revision: 2 };
    const replaced = receive(applyDesired(again, desiredOf(3, next), null), message(next), model, null);
    expect(heldPrograms(replaced)).toEqual([{ ...wantedOf(next), state: 'applied' }]);
  });

  test('a new revision with the same body is not downloaded again', () => {
    const body = aBody();
    const now = applyDesired(holding(body), desiredOf(2, { ...body, revision: 5 }), null);
    expect(missing(now)).toEqual([]);
    expect(now.held[0]).toMatchObject({ revision: 5, state: 'applied' });
  });
});
