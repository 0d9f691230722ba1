import { lazy, Suspense } from 'react';
import { useAskedForProof } from '../../data/index.ts';

const ProofDialog = lazy(async () => ({ default: (await import('./ProofDialog.tsx')).ProofDialog }));

/** SEC-01: beside all pages; fetched when a call wants it, which is rare. */
export function Proof() {
  return (
    useAskedForProof() && (
      <Suspense fallback={null}>
        <ProofDialog />
      </Suspense>
    )
  );
}
