import type { SoftwareUpdateDetail } from '@fournil/contract/software-updates/softwareUpdate';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useRemove } from '../../data/index.ts';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useT } from '../messages.ts';

/** SWU-05: deletes a version that was never offered to a machine, after a question. */
export function DeleteUpdate({
  update: { id, version },
  onDeleted,
}: {
  update: SoftwareUpdateDetail;
  /** Called before the page is left. */
  onDeleted: () => void;
}) {
  const t = useT();
  const kitT = useKitT();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const { run, isPending } = useRemove({
    resource: 'software_updates',
    done: () => t('updates.show.removed', { version }),
    onSettled(left) {
      setAsking(false);
      if (left.length > 0) return;
      onDeleted();
      navigate('/software-updates');
    },
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
          onConfirm={() => run([id])}
          onClose={() => setAsking(false)}
        >
          <p>{t('updates.show.removeBody')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
