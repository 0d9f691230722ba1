import type { MachineView } from '@fournil/contract/machines/machine';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../kit/api.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { useKitT } from '../kit/messages.ts';
import { useTranslatedError } from '../kit/useTranslatedError.ts';
import { useT } from './messages.ts';

const reloadAfterMilliseconds = 500;

/** MAC-06: asks what becomes of the programs that are installed only there. */
export function DeleteMachine({ machine, onClose }: { machine: MachineView; onClose: () => void }) {
  const t = useT();
  const kitT = useKitT();
  const notify = useNotify();
  const navigate = useNavigate();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
  const [deletePrograms, setDeletePrograms] = useState<0 | 1>(0);
  const removal = useMutation({
    mutationFn: () => call(`/machines/${machine.id}`, { method: 'DELETE', query: { deletePrograms } }),
    onSuccess: () => {
      navigate('/machines');
      notify(t('machines.remove.done', { name: machine.name }), { type: 'success' });
      setTimeout(() => void queryClient.invalidateQueries({ queryKey: ['machines', 'getList'] }), reloadAfterMilliseconds);
    },
    onError: (error) => notify(errorText(error), { type: 'warning' }),
  });
  return (
    <ConfirmDialog
      title={t('machines.remove.title', { name: machine.name })}
      confirm={kitT('kit.delete')}
      isPending={removal.isPending}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>{t('machines.remove.body')}</p>
      <fieldset className="radios">
        <legend className="unseen">{t('machines.remove.body')}</legend>
        {([0, 1] as const).map((value) => (
          <label key={value}>
            <input type="radio" name="deletePrograms" checked={deletePrograms === value} onChange={() => setDeletePrograms(value)} />
            {t(value === 0 ? 'machines.remove.keep' : 'machines.remove.destroy')}
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}
