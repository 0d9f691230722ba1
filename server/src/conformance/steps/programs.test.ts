import type { HeldProgram } from '@fournil/contract/machine-link/fields';
import { describe, expect, it } from 'vitest';
import { whatIsWrong } from './programs.ts';

const sha256 = 'a'.repeat(64);
const id = '0197a3c2-5d1e-7b6a-9c3f-2f4d8e6a1b70';
const body = { id, revision: 3, name: 'Brioche « ½ »', category: 'deck' as const, phaseGroups: [] };
const text = `{"category":"deck","id":"${id}","name":"Brioche « ½ »","phaseGroups":[]}`;

/** What is said of a machine that reports this about the program. */
const said = (reported: Partial<HeldProgram> | null) =>
  whatIsWrong(
    { v: 1, sha256, body },
    reported ? [{ id, revision: 3, sha256, state: 'applied', ...reported } as HeldProgram] : [],
  );

describe('MKR-03 a program that a machine does not take', () => {
  it('is told with the hash and the whole canonical text of the console', () => {
    const computed = `the console computed ${sha256} over this text: ${text}`;
    const other = 'b'.repeat(64);
    expect(said({ sha256: other })).toBe(`of "Brioche « ½ »" it reports the hash ${other} (applied); ${computed}`);
    const damaged = { code: 'damaged', values: {} } as const;
    expect(said({ state: 'refused', reason: damaged })).toBe(
      `it refuses "Brioche « ½ »" as damaged, so it has computed another hash; ${computed}`,
    );
  });

  it('is told as not listed, refused for a reason, or of another revision', () => {
    expect(said(null)).toBe('its list has no "Brioche « ½ »", whose body it was sent');
    expect(said({ state: 'refused', reason: 'Too hot' })).toBe('it reports "Brioche « ½ »" as refused: "Too hot"');
    expect(said({ revision: 2 })).toBe('of "Brioche « ½ »" it reports revision 2, and was sent 3');
    expect(said({})).toBe(null);
  });
});
