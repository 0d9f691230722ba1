import type { DeletedOrganisation } from '@fournil/contract/recycle-bin/recycleBin';
import { useState } from 'react';
import { call, readingItems, useRead } from '../../data/index.ts';
import { ConfirmCall } from '../../kit/dialogs/ConfirmCall.tsx';
import { useDates } from '../../kit/format/dates.ts';
import { useT } from '../messages.ts';

/** AUD-03: organisations that were deleted within seven days; nothing is shown without any. */
export function DeletedClients() {
  const t = useT();
  const dates = useDates();
  const [returning, setReturning] = useState<DeletedOrganisation | null>(null);
  const { data = [] } = useRead(
    readingItems<DeletedOrganisation>({ about: 'client-admins', path: '/client-admins/deleted' }),
  );
  if (data.length === 0) return null;
  return (
    <section className="deleted-clients">
      <h2>{t('users.staff.deletedClients')}</h2>
      <ul>
        {data.map((organisation) => (
          <li key={organisation.id}>
            <strong>{organisation.name}</strong>
            <span className="soft">{t('users.staff.deletedUntil', { date: dates.date(organisation.endsAt) })}</span>
            <button type="button" className="button button--small" onClick={() => setReturning(organisation)}>
              {t('users.staff.bringBack')}
            </button>
          </li>
        ))}
      </ul>
      {returning && (
        <ConfirmCall
          isHarmless
          title={t('users.staff.bringBackTitle', { name: returning.name })}
          confirm={t('users.staff.bringBack')}
          changes="everything"
          send={() => call(`/client-admins/deleted/${returning.id}/restore`, { method: 'POST' })}
          done={t('users.staff.broughtBack', { name: returning.name })}
          onClose={() => setReturning(null)}
        >
          <p>{t('users.staff.bringBackText')}</p>
        </ConfirmCall>
      )}
    </section>
  );
}
