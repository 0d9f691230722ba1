import { Navigate } from 'react-router-dom';
import { useMay, useProfile } from '../kit/session/profile.ts';
import { pageOf } from './library.ts';

/**
 * IMG-05: `/manage-images` is the library for people who may manage it, and redirects all others to the list of
 * accounts.
 */
export function ManageImages() {
  const may = useMay();
  if (!useProfile()) return null;
  return <Navigate to={may('images.manage') ? pageOf('programs') : '/select-user'} replace />;
}
