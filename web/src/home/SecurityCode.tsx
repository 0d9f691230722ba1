import type { HomeInfos } from '@fournil/contract/home/homeInfos';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { call } from '../kit/api.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { useTranslatedError } from '../kit/useTranslatedError.ts';
import { homeQuery } from './homeQuery.ts';
import { useT } from './messages.ts';

/** HOM-01: the code that lets a technician act in this person's name, once. */
export function SecurityCode() {
  const t = useT();
  const notify = useNotify();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
  const { data: infos } = useQuery(homeQuery);
  const renewal = useMutation({
    mutationFn: () => call<{ securityCode: string }>('/profile/security-code', { method: 'POST' }),
    onSuccess: ({ securityCode }) => {
      queryClient.setQueryData<HomeInfos>(homeQuery.queryKey, (before) => before && { ...before, securityCode });
      notify(t('home.code.renewed'), { type: 'success' });
    },
    onError: (error) => notify(errorText(error), { type: 'warning' }),
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
              onClick={() => renewal.mutate()}
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
