import { May } from '../../kit/session/May.tsx';
import { useProfile } from '../../kit/session/profile.ts';
import { ExtractButton } from './ExtractDialog.tsx';

/** HIS-03: the export button of `/activity`, for client admins. */
export function ExtractActivities() {
  const profile = useProfile();
  if (!profile) return null;
  return (
    <May act="machines.exportActivities">
      <ExtractButton machine={null} everyActivityFor={profile.id} />
    </May>
  );
}
