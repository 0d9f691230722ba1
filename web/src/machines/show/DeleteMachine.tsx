import type { MachineDeletion, MachineView } from '@fournil/contract/machines/machine';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useRead, useRemove } from '../../data/index.ts';
import { BinHint } from '../../kit/dialogs/BinHint.tsx';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useMay } from '../../kit/session/profile.ts';
import { deletionReading } from '../machineQueries.ts';
import { useT } from '../messages.ts';

const namesShown = 8;

/** MAC-06: asks whether programs that are installed only on this machine are deleted with it. */
export function DeleteMachine({ machine, onClose }: { machine: MachineView; onClose: () => void }) {
  const t = useT();
  const kitT = useKitT();
  const navigate = useNavigate();
  const mayDestroy = useMay()('programs.delete');
  const { data: deletion } = useRead({ ...deletionReading(machine.id), enabled: mayDestroy });
  const [deletePrograms, setDeletePrograms] = useState<0 | 1>(0);
  const { run, isPending } = useRemove({
    resource: 'machines',
    query: { deletePrograms },
    done: () => t('machines.remove.done', { name: machine.name }),
    onSettled: (left) => left.length === 0 && navigate('/machines'),
  });
  return (
    <ConfirmDialog
      title={t('machines.remove.title', { name: machine.name })}
      confirm={kitT('kit.delete')}
      isPending={isPending}
      onConfirm={() => run([machine.id])}
      onClose={onClose}
    >
      {machine.programCount > 0 && (
        <>
          <p>{t('machines.remove.body', { smart_count: 1 })}</p>
          <fieldset className="radios">
            <legend className="unseen">{t('machines.remove.body', { smart_count: 1 })}</legend>
            <label>
              <input
                type="radio"
                name="deletePrograms"
                checked={deletePrograms === 0}
                onChange={() => setDeletePrograms(0)}
              />
              {t('machines.remove.keep')}
            </label>
            {mayDestroy && (
              <label>
                <input
                  type="radio"
                  name="deletePrograms"
                  checked={deletePrograms === 1}
                  disabled={!deletion || deletion.programs === 0}
                  onChange={() => setDeletePrograms(1)}
                />
                {deletion
                  ? t('machines.remove.destroyCount', { smart_count: deletion.programs })
                  : t('machines.remove.destroy')}
              </label>
            )}
          </fieldset>
        </>
      )}
      {deletion && deletion.programs > 0 && <p className="soft">{named(deletion)}</p>}
      <BinHint />
    </ConfirmDialog>
  );
}

/** The names of the first programs, and the number of the others. */
function named({ programs, names }: MachineDeletion): string {
  const shown = names.slice(0, namesShown);
  return programs > shown.length ? `${shown.join(', ')} … +${programs - shown.length}` : shown.join(', ');
}
