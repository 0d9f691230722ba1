import type { HistoryPerson } from '@fournil/contract/history/historyEvent';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, problemOf } from '../kit/api.ts';
import { ConfirmCall } from '../kit/ConfirmCall.tsx';
import { useT } from './messages.ts';

/** AUD-01: for a person whose account is gone, and who is not a number yet. */
export function ForgetPerson({ id }: { id: string }) {
  const t = useT();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { error } = useQuery({
    queryKey: ['users', 'exists', id],
    queryFn: ({ signal }) => call(`/users/${id}`, { signal }),
    retry: false,
  });
  const { data: people = [] } = useQuery({
    queryKey: ['history', '/history/people'],
    queryFn: ({ signal }) => call<HistoryPerson[]>('/history/people', { signal }),
  });
  const name = people.find((person) => person.id === id)?.fullName;
  if (problemOf(error)?.status !== 404 || !name || name.startsWith('#')) return null;
  return (
    <>
      <button type="button" className="button" onClick={() => setAsking(true)}>
        {t('history.forget.open')}
      </button>
      {isAsking && (
        <ConfirmCall
          title={t('history.forget.title', { name })}
          confirm={t('history.forget.open')}
          call={() => call(`/history/people/${id}/forget`, { method: 'POST' })}
          done={t('history.forget.done')}
          onDone={() => void client.invalidateQueries({ queryKey: ['history'] })}
          onClose={() => setAsking(false)}
        >
          <p>{t('history.forget.text')}</p>
        </ConfirmCall>
      )}
    </>
  );
}
