import type { OrganisationView } from '@fournil/contract/users/assistance';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { call } from '../kit/api.ts';
import { useMay } from '../kit/profile.ts';
import { useTranslatedError } from '../kit/useTranslatedError.ts';
import { useT } from './messages.ts';

const key = ['organisation'];

/** IMP-06: what support may see of this organisation. Put back when the server refuses. */
export function Sharing() {
  const t = useT();
  const may = useMay();
  const notify = useNotify();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
  const { data } = useQuery({ queryKey: key, queryFn: ({ signal }) => call<OrganisationView>('/organisation', { signal }) });
  const { mutate } = useMutation({
    mutationFn: (assistanceSharing: boolean) => call<OrganisationView>('/organisation', { method: 'PUT', body: { assistanceSharing } }),
    onMutate: (assistanceSharing) => {
      const before = queryClient.getQueryData<OrganisationView>(key);
      if (before) queryClient.setQueryData(key, { ...before, assistanceSharing });
      return before;
    },
    onError: (error, _, before) => {
      queryClient.setQueryData(key, before);
      notify(errorText(error), { type: 'warning' });
    },
  });
  if (!data) return null;
  return (
    <section className="sharing">
      <h2>{t('users.sharing.title')}</h2>
      <label className="switch">
        <input
          type="checkbox"
          role="switch"
          aria-checked={data.assistanceSharing}
          checked={data.assistanceSharing}
          disabled={!may('organisation.edit')}
          onChange={(event) => mutate(event.target.checked)}
        />
        <span className="strong">{t('users.sharing.switch')}</span>
      </label>
      <p className="soft">{t('users.sharing.hint')}</p>
    </section>
  );
}
