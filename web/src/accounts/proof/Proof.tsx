import { lazy, Suspense } from 'react';
import { useAskedForProof } from '../../data/index.ts';

const ProofDialog = lazy(async () => ({ default: (await import('./ProofDialog.tsx')).ProofDialog }));

/** SEC-01: the dialog for the proof of identity, on all pages; its code is loaded when a call requires a proof. */
export function Proof() {
  return (
    useAskedForProof() && (
      <Suspense fallback={null}>
        <ProofDialog />
      </Suspense>
    )
  );
}
