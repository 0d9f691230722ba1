import type { SoftwareUpdateDetail } from '@fournil/contract/software-updates/softwareUpdate';
import { useState } from 'react';
import { call } from '../../data/index.ts';
import { ConfirmCall } from '../../kit/dialogs/ConfirmCall.tsx';
import { useT } from '../messages.ts';

/** SWU-04: offers a version without rings to every machine of its models. */
export function OfferToAll({ update: { id, version, beta } }: { update: SoftwareUpdateDetail }) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setAsking(true)}>
        {t('updates.show.offer')}
      </button>
      {isAsking && (
        <ConfirmCall
          title={t('updates.show.offerTitle', { version })}
          confirm={t('updates.show.offerDo')}
          changes="software_updates"
          send={() => call(`/software_updates/general/${id}`, { method: 'POST' })}
          done={t('updates.show.offered', { version })}
          onClose={() => setAsking(false)}
        >
          <p>{t('updates.show.offerBody')}</p>
          {beta && <p>{t('updates.show.offerBeta')}</p>}
        </ConfirmCall>
      )}
    </>
  );
}
