import { type BulkPreview, bulkLimits } from '@fournil/contract/bulk/bulk';
import type { Worked } from './chunk.ts';

/** The number of rows by outcome, and the first refusals. */
export function tallyOf(
  results: readonly Worked[],
): Pick<BulkPreview, 'changed' | 'unchanged' | 'refused' | 'refusals'> {
  const count = (...outcomes: Worked['outcome'][]) =>
    results.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    changed: count('changed', 'partly'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    refusals: results
      .filter(({ outcome }) => outcome === 'refused' || outcome === 'partly')
      .slice(0, bulkLimits.named)
      .map(({ id, name, reason, outcome }) => ({ id, name, reason: reason ?? '', partly: outcome === 'partly' })),
  };
}
