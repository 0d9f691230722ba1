import type { SoftwareUpdateDetail } from '@fournil/contract/software-updates/softwareUpdate';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { call } from '../kit/api.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { useTranslatedError } from '../kit/useTranslatedError.ts';
import { useT } from './messages.ts';

/** SWU-04: without rings, to every machine that it is for. */
export function OfferToAll({ update: { id, version, beta } }: { update: SoftwareUpdateDetail }) {
  const t = useT();
  const notify = useNotify();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(`/software_updates/${id}/general`, { method: 'POST' }),
    onSuccess: () => notify(t('updates.show.offered', { version }), { type: 'success' }),
    onError: (error) => notify(errorText(error), { type: 'warning' }),
    onSettled: () => {
      setAsking(false);
      void queryClient.invalidateQueries({ queryKey: ['software_updates'] });
    },
  });
  return (
    <>
      <button type="button" className="button" onClick={() => setAsking(true)}>
        {t('updates.show.offer')}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t('updates.show.offerTitle', { version })}
          confirm={t('updates.show.offerDo')}
          isPending={isPending}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{t('updates.show.offerBody')}</p>
          {beta && <p>{t('updates.show.offerBeta')}</p>}
        </ConfirmDialog>
      )}
    </>
  );
}
