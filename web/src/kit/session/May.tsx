import type { Action } from '@fournil/contract/rights/policy';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useMay, useProfile } from './profile.ts';

/** Shows its children only to a reader with the right. */
export function May({ act, children }: { act: Action; children: ReactNode }) {
  const may = useMay();
  return may(act) ? children : null;
}

interface PageForProps {
  act: Action;
  /** Where everybody else is sent. */
  otherwise?: string;
  children: ReactNode;
}

/**
 * GEN-09: a page for those who may. ra-core's `CanAccess` asks anew, and asynchronously, for each page: this one reads
 * the profile that is there already, and shows nothing in between.
 */
export function PageFor({ act, otherwise = '/not-granted', children }: PageForProps) {
  const may = useMay();
  const profile = useProfile();
  if (!profile) return null;
  return may(act) ? children : <Navigate to={otherwise} replace />;
}
