import { useNotify } from 'ra-core';
import { type ComponentType, useEffect, useState } from 'react';
import { answerProof, useAskedForProof, useTranslatedError } from '../../data/index.ts';

/**
 * SEC-01: the dialog for the proof of identity, on all pages; its code is loaded when a call requires a proof. When it
 * cannot be loaded, the call counts as cancelled, and what was entered stays.
 */
export function Proof() {
  const notify = useNotify();
  const errorText = useTranslatedError();
  const isAsked = useAskedForProof();
  const [Dialog, setDialog] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!isAsked || Dialog) return;
    import('./ProofDialog.tsx').then(
      ({ ProofDialog }) => setDialog(() => ProofDialog),
      (error) => {
        answerProof(false);
        notify(errorText(error), { type: 'warning' });
      },
    );
  }, [isAsked, Dialog]);
  return isAsked && Dialog && <Dialog />;
}
