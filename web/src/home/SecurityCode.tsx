import { useNotify } from 'ra-core';
import { call, useAct, useKeepReading, useRead } from '../data/index.ts';
import { homeReading } from '../kit/session/profileReading.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { useT } from './messages.ts';

/** HOM-01: the code that lets a technician act in this person's name, once. */
export function SecurityCode() {
  const t = useT();
  const notify = useNotify();
  const keep = useKeepReading();
  const { data: infos } = useRead(homeReading);
  const renewal = useAct({
    changes: 'nothing',
    send: () => call<{ securityCode: string }>('/profile/security-code', { method: 'POST' }),
    done: t('home.code.renewed'),
    onDone: ({ securityCode }) => keep(homeReading, (known) => known && { ...known, securityCode }),
  });
  const code = infos?.securityCode ?? null;
  const copy = async () => {
    await navigator.clipboard.writeText(code ?? '');
    notify('kit.copied', { type: 'success' });
  };
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
          <p className="security-code__hint">{t('home.code.hint')}</p>
          <p className="security-code__actions">
            <button type="button" className="button" disabled={!code} onClick={() => void copy()}>
              <Icon name="copy" />
              {t('home.code.copy')}
            </button>
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
        </>
      )}
    </section>
  );
}
