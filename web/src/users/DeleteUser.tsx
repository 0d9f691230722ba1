import type { UserDeletion } from '@fournil/contract/users/user';
import { reading, useRead, useRemove } from '../data/index.ts';
import { ConfirmDialog } from '../kit/dialogs/ConfirmDialog.tsx';
import { useKitT } from '../kit/messages.ts';
import { useT } from './messages.ts';

interface DeleteUserProps {
  user: { id: string; fullName: string };
  onClose: () => void;
  onDeleted?: () => void;
}

/** Names what is deleted with an account, and what is kept. */
export function DeleteUser({ user: { id, fullName }, onClose, onDeleted }: DeleteUserProps) {
  const t = useT();
  const kitT = useKitT();
  const { data } = useRead(reading<UserDeletion>({ about: 'users', path: `/users/${id}/deletion`, gcTime: 0 }));
  const { run, isPending } = useRemove({
    resource: 'users',
    done: () => t('users.remove.done', { name: fullName }),
    onSettled: (left) => {
      onClose();
      if (left.length === 0) onDeleted?.();
    },
  });
  const relations = [
    data && data.structures > 0 && t('users.remove.relatedStructures', { smart_count: data.structures }),
    data && data.tags > 0 && t('users.remove.relatedTags', { smart_count: data.tags }),
  ].filter((one) => typeof one === 'string');
  return (
    <ConfirmDialog
      title={t('users.remove.title', { name: fullName })}
      confirm={kitT('kit.delete')}
      isPending={isPending || !data}
      onConfirm={() => run([id])}
      onClose={onClose}
    >
      <p>{t('users.remove.goes')}</p>
      {relations.length > 0 && <p>{t('users.remove.relations', { relations: relations.join(', ') })}</p>}
      {data && data.inCharge > 0 && <p>{t('users.remove.inCharge', { smart_count: data.inCharge })}</p>}
      {data && (
        <p>
          {data.programsWritten === 0
            ? t('users.remove.staysNone')
            : t('users.remove.stays', { smart_count: data.programsWritten })}
        </p>
      )}
    </ConfirmDialog>
  );
}
