import type { SoftwareUpdateDetail } from '@fournil/contract/software-updates/softwareUpdate';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../kit/api.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { useKitT } from '../kit/messages.ts';
import { useTranslatedError } from '../kit/useTranslatedError.ts';
import { useT } from './messages.ts';

/** SWU-05: a version that no machine was ever offered, after a question. */
export function DeleteUpdate({ update: { id, version } }: { update: SoftwareUpdateDetail }) {
  const t = useT();
  const kitT = useKitT();
  const notify = useNotify();
  const navigate = useNavigate();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(`/software_updates/${id}`, { method: 'DELETE' }),
    onSuccess: () => {
      notify(t('updates.show.removed', { version }), { type: 'success' });
      navigate('/software-updates');
    },
    onError: (error) => {
      setAsking(false);
      notify(errorText(error), { type: 'warning' });
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['software_updates'] }),
  });
  return (
    <>
      <button type="button" className="button button--danger" onClick={() => setAsking(true)}>
        {t('updates.show.remove')}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t('updates.show.removeTitle', { version })}
          confirm={kitT('kit.delete')}
          isPending={isPending}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{t('updates.show.removeBody')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
