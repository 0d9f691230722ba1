import type { HistoryPerson } from '@fournil/contract/history/historyEvent';
import { useState } from 'react';
import { call, isGone, reading, useRead, useRecord } from '../data/index.ts';
import { ConfirmCall } from '../kit/dialogs/ConfirmCall.tsx';
import { useT } from './messages.ts';

/** AUD-01: removes the personal data of a person whose account is deleted; a number replaces the name. */
export function ForgetPerson({ id }: { id: string }) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const { error } = useRecord('users', id);
  const { data: people = [] } = useRead(reading<HistoryPerson[]>({ about: 'history', path: '/history/people' }));
  const name = people.find((person) => person.id === id)?.fullName;
  if (!isGone(error) || !name || name.startsWith('#')) return null;
  return (
    <>
      <button type="button" className="button" onClick={() => setAsking(true)}>
        {t('history.forget.open')}
      </button>
      {isAsking && (
        <ConfirmCall
          title={t('history.forget.title', { name })}
          confirm={t('history.forget.open')}
          changes="history"
          send={() => call(`/history/people/${id}/forget`, { method: 'POST' })}
          done={t('history.forget.done')}
          onClose={() => setAsking(false)}
        >
          <p>{t('history.forget.text')}</p>
        </ConfirmCall>
      )}
    </>
  );
}
