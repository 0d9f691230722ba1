import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useMay, useProfile } from '../kit/session/profile.ts';

/** These addresses are the super admin's; everybody else is led home. */
export function MakerOnly({ children }: { children: ReactNode }) {
  const may = useMay();
  const profile = useProfile();
  if (!profile) return null;
  return may('software-updates.manage') ? children : <Navigate to="/" replace />;
}
