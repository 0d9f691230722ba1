import { queryEmbedded } from '../../server/src/testing/queryEmbedded.ts';
import { runningProduct } from '../kit/product.ts';

/** As if everybody had signed in more than five minutes ago. */
export function ageProofs(): Promise<void> {
  return queryEmbedded(runningProduct().dataDir, 'update sessions set "provenAt" = null');
}
