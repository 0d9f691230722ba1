import { useState } from 'react';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { useT } from '../messages.ts';

interface DeleteMachinesProps {
  count: number;
  onChosen: (deletePrograms: boolean) => void;
  onClose: () => void;
}

/** MAC-06 for several machines: asks whether programs installed only there are deleted; a preview follows. */
export function DeleteMachines({ count, onChosen, onClose }: DeleteMachinesProps) {
  const t = useT();
  const may = useMay();
  const [deletePrograms, setDeletePrograms] = useState(false);
  return (
    <ConfirmDialog
      title={t('machines.remove.several', { smart_count: count })}
      confirm={t('machines.remove.look')}
      isHarmless
      onConfirm={() => onChosen(deletePrograms)}
      onClose={onClose}
    >
      <p>{t('machines.remove.body', { smart_count: count })}</p>
      <fieldset className="radios">
        <legend className="unseen">{t('machines.remove.body', { smart_count: count })}</legend>
        {[false, true].map((value) => (
          <label key={String(value)}>
            <input
              type="radio"
              name="deletePrograms"
              disabled={value && !may('programs.delete')}
              checked={deletePrograms === value}
              onChange={() => setDeletePrograms(value)}
            />
            {t(value ? 'machines.remove.destroy' : 'machines.remove.keep')}
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}
