import { queryEmbedded } from '../../server/src/testing/queryEmbedded.ts';
import { runningProduct } from '../kit/product.ts';

/** Moves all proofs of identity more than five minutes into the past. */
export function ageProofs(): Promise<void> {
  return queryEmbedded(runningProduct().dataDir, 'update sessions set "provenAt" = null');
}
