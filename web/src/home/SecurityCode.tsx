import { Consent } from '../control/index.ts';
import { call, useAct, useKeepReading, useRead } from '../data/index.ts';
import { CopyButton } from '../kit/CopyButton.tsx';
import { useProfile } from '../kit/session/profile.ts';
import { homeReading } from '../kit/session/profileReading.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { useT } from './messages.ts';

/** HOM-01: the code that lets a technician act in this person's name, once. */
export function SecurityCode() {
  const t = useT();
  const keep = useKeepReading();
  const { data: infos } = useRead(homeReading);
  const renewal = useAct({
    changes: 'nothing',
    send: () => call<{ securityCode: string }>('/profile/security-code', { method: 'POST' }),
    done: t('home.code.renewed'),
    onDone: ({ securityCode }) => keep(homeReading, (known) => known && { ...known, securityCode }),
  });
  const isAgreed = useProfile()?.isEuroFourControl ?? false;
  const code = infos?.securityCode ?? null;
  return (
    <section className="panel security-code">
      <h2>{t('home.code.title')}</h2>
      {infos && !code ? (
        <p className="soft">{t('home.code.hidden')}</p>
      ) : (
        <>
          <p className="security-code__figure" aria-live="polite">
            {code ? `${code.slice(0, 4)} ${code.slice(4)}` : '···· ····'}
          </p>
          <p className="security-code__hint">{t(isAgreed ? 'home.code.hint' : 'home.code.useless')}</p>
          <p className="security-code__actions">
            <CopyButton text={code ?? ''} label={t('home.code.copy')} />
            <button
              type="button"
              className="button"
              disabled={!code || renewal.isPending}
              onClick={() => renewal.act()}
            >
              <Icon name="renew" />
              {t('home.code.renew')}
            </button>
          </p>
          <Consent />
        </>
      )}
    </section>
  );
}
