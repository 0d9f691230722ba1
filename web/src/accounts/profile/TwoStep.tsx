import type { ProfileView } from '@fournil/contract/accounts/profile';
import { useState } from 'react';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useProfileT } from './messages.ts';
import { RenewCodesDialog, SwitchOffDialog } from './TwoStepCodeDialogs.tsx';
import { TwoStepSetUp } from './TwoStepSetUp.tsx';

type Doing = 'setUp' | 'switchOff' | 'renew' | null;

/** TFA-01, TFA-03: the icon shows whether two-step sign-in is on, and opens the dialog that changes it. */
export function TwoStep({ profile }: { profile: ProfileView }) {
  const t = useProfileT();
  const [doing, setDoing] = useState<Doing>(null);
  const isOn = profile.googleAuthenticatorConfirmed;
  const close = () => setDoing(null);
  const change = t(isOn ? 'profile.twoStep.switchOff' : 'profile.twoStep.setUp');
  return (
    <section>
      <h2>{t('profile.signIn')}</h2>
      <div className="two-step">
        <button
          type="button"
          className={`icon-button two-step__sign${isOn ? ' two-step__sign--on' : ''}`}
          aria-label={change}
          onClick={() => setDoing(isOn ? 'switchOff' : 'setUp')}
        >
          <Icon name={isOn ? 'lock' : 'lockOpen'} size={24} />
        </button>
        <div>
          <strong>{t('profile.twoStep.title')}</strong>
          <p className="soft">{t(isOn ? 'profile.twoStep.on' : 'profile.twoStep.off')}</p>
          {isOn && <p className="soft">{t('profile.twoStep.codesLeft', { smart_count: profile.recoveryCodesLeft })}</p>}
          <p className="two-step__actions">
            <button type="button" className="button" onClick={() => setDoing(isOn ? 'switchOff' : 'setUp')}>
              {change}
            </button>
            {isOn && (
              <button type="button" className="button button--plain" onClick={() => setDoing('renew')}>
                {t('profile.twoStep.renew')}
              </button>
            )}
          </p>
        </div>
      </div>
      {doing === 'setUp' && <TwoStepSetUp me={profile.id} onClose={close} />}
      {doing === 'switchOff' && <SwitchOffDialog me={profile.id} onClose={close} />}
      {doing === 'renew' && <RenewCodesDialog me={profile.id} onClose={close} />}
    </section>
  );
}
