import type { Action } from '@fournil/contract/rights/policy';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useMay, useProfile } from './profile.ts';

/** Shows its children to those who may. */
export function May({ act, children }: { act: Action; children: ReactNode }) {
  const may = useMay();
  return may(act) ? children : null;
}

/** GEN-09: a page for those who may; others are sent to `/not-granted`. */
export function PageFor({ act, children }: { act: Action; children: ReactNode }) {
  const may = useMay();
  const profile = useProfile();
  if (!profile) return null;
  return may(act) ? children : <Navigate to="/not-granted" replace />;
}
