import { Switch } from '../kit/inputs/Switch.tsx';
import { useProfile, useProfileUpdate } from '../kit/session/profile.ts';
import { useT } from './messages.ts';

/** IMP-06: whether support, and of users the client admin, may sign in as oneself; beside the security code and in the profile. */
export function Consent() {
  const t = useT();
  const profile = useProfile();
  const { mutate: change } = useProfileUpdate();
  if (profile?.kind !== 'clientAdmin' && profile?.kind !== 'user') return null;
  return (
    <Switch
      isOn={profile.isEuroFourControl}
      label={t('control.consent')}
      hint={t(`control.consentHint.${profile.kind}`)}
      onChange={(isEuroFourControl) => change({ isEuroFourControl })}
    />
  );
}
