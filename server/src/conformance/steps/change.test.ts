import { changedSha256, examples } from '@fournil/contract/machine-link/examples';
import type { HeldProgram } from '@fournil/contract/machine-link/fields';
import type { Changed } from '@fournil/contract/machine-link/fromMachines';
import { canonicalText } from '@fournil/contract/programs/programBody';
import { describe, expect, it } from 'vitest';
import type { Heard } from '../wire.ts';
import { whatIsWrong } from './change.ts';

const [sent] = examples.changed.map(({ payload }) => payload) as [Changed];
const named: HeldProgram = { id: sent.body.id, revision: 3, sha256: changedSha256, state: 'changed' };
const heard = (message: object | null, refused: Heard['refused'] = []): Heard => ({
  name: 'changed',
  message: message && { ...message },
  refused,
  at: 0,
});

describe('MNU-02 a change at a machine on trial', () => {
  it('is right with the body, hash and revision that the list names', () => {
    expect(whatIsWrong(named, [heard({ ...sent, sha256: 'b'.repeat(64) }), heard(sent)])).toBe(null);
  });

  it('is told as missing, refused, or another one', () => {
    expect(whatIsWrong(named, [])).toMatch(/its body did not come: publish m\/\{machineId\}\/changed first\.$/);
    const refused = { topic: 'changed', id: '1', code: 'required', args: {}, field: 'body.name', excerpt: '' } as const;
    expect(whatIsWrong(named, [heard(null, [refused])])).toBe(
      'its `changed` is refused: m/{machineId}/changed, field body.name: This field is missing',
    );
    expect(whatIsWrong(named, [heard({ ...sent, sha256: 'b'.repeat(64) })])).toMatch(
      /names .* with the hash 7d55.*, and its `changed` .* with bbbb.*: both have to be the same\.$/,
    );
  });

  it('is told with the canonical text where the hash is not that of the body, and with both revisions', () => {
    const body = { ...sent.body, name: 'Another' };
    expect(whatIsWrong(named, [heard({ ...sent, body })])).toContain(`over this text: ${canonicalText(body)}`);
    expect(whatIsWrong({ ...named, revision: 4 }, [heard(sent)])).toMatch(/has revision 3, and its `reported` 4/);
  });
});
