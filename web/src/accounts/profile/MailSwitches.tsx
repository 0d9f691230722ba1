import { notificationSwitches, type ProfileView } from '@fournil/contract/accounts/profile';
import { Switch } from '../../kit/inputs/Switch.tsx';
import { useProfileUpdate } from '../../kit/session/profile.ts';
import { useProfileT } from './messages.ts';

/** PRO-06: switches for the e-mails that the person gets. */
export function MailSwitches({ profile }: { profile: ProfileView }) {
  const t = useProfileT();
  const { mutate: change } = useProfileUpdate();
  return (
    <section>
      <h2>{t('profile.mails.title')}</h2>
      <p className="soft">{t('profile.mails.lead')}</p>
      {notificationSwitches.map((name) => (
        <Switch
          key={name}
          isOn={profile[name]}
          label={t(`profile.mails.${name}`)}
          hint={t(`profile.mails.${name}Hint`)}
          onChange={(isOn) => change({ [name]: isOn })}
        />
      ))}
    </section>
  );
}
