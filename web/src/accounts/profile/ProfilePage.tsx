import { useControlT } from '../../control/index.ts';
import { AvatarEditor } from '../../kit/images/AvatarEditor.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { May } from '../../kit/session/May.tsx';
import { useProfile } from '../../kit/session/profile.ts';
import { MailSwitches } from './MailSwitches.tsx';
import { useProfileT } from './messages.ts';
import { Passkeys } from './Passkeys.tsx';
import { PersonalDetails } from './PersonalDetails.tsx';
import { Preferences } from './Preferences.tsx';
import { Sessions } from './Sessions.tsx';
import { TwoStep } from './TwoStep.tsx';
import './profile.css';

/**
 * PRO-01: the person's data, ways to sign in, and preferences that take effect at once. In a control session the parts
 * that only the person may change are hidden.
 */
export function ProfilePage() {
  const t = useProfileT();
  const controlT = useControlT();
  const profile = useProfile();
  useTitle(t('profile.title'));
  if (!profile) return null;
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{t('profile.title')}</h1>
      </div>
      <div className="profile">
        <div className="profile__column">
          <PersonalDetails profile={profile} />
          <May act="images.changeMine">
            <AvatarEditor name={profile.fullName} imageUrl={profile.imageUrl} />
          </May>
          {profile.master ? (
            <p className="soft">{controlT('control.ownHand')}</p>
          ) : (
            <>
              <TwoStep profile={profile} />
              <Passkeys />
              <Sessions />
            </>
          )}
        </div>
        {!profile.master && (
          <div className="profile__column">
            <Preferences profile={profile} />
            {profile.kind !== 'superAdmin' && <MailSwitches profile={profile} />}
          </div>
        )}
      </div>
    </div>
  );
}
