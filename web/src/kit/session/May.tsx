import type { Action } from '@fournil/contract/rights/policy';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { StaysWhileUnsaved } from '../forms/StaysWhileUnsaved.tsx';
import { useMay, useProfile } from './profile.ts';

/** Shows its children only to a reader with the right. */
export function May({ act, children }: { act: Action; children: ReactNode }) {
  const may = useMay();
  return may(act) ? children : null;
}

interface PageForProps {
  act: Action;
  /** The path to which all others are redirected. */
  otherwise?: string;
  children: ReactNode;
}

/**
 * GEN-09: a page that requires a right. Not ra-core's `CanAccess`, which asks asynchronously for each page and shows a
 * loading state: this component uses the profile that is already loaded.
 */
export function PageFor({ act, otherwise = '/not-granted', children }: PageForProps) {
  const may = useMay();
  const profile = useProfile();
  if (!profile) return null;
  return (
    <StaysWhileUnsaved ended={may(act) ? null : 'withdrawn'} instead={<Navigate to={otherwise} replace />}>
      {children}
    </StaysWhileUnsaved>
  );
}
