import { product } from '@fournil/contract/product';
import { call } from '../kit/api.ts';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { useKitT } from '../kit/messages.ts';
import { useRemoveMany } from '../kit/useRemoveMany.ts';
import { useT } from './messages.ts';

/** TEC-03 */
export function DeleteStaff({
  person: { id, fullName, email },
  onClose,
}: {
  person: { id: string; fullName: string; email: string };
  onClose: () => void;
}) {
  const t = useT();
  const kitT = useKitT();
  const name = fullName || email;
  const resource = `${product.slug}-technicians`;
  const { run, isPending } = useRemoveMany({
    resource,
    staleKeys: ['users'],
    remove: (one) => call(`/${resource}/${one}`, { method: 'DELETE' }),
    done: () => t('users.remove.done', { name }),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      title={t('users.remove.title', { name })}
      confirm={kitT('kit.delete')}
      isPending={isPending}
      onConfirm={() => run([id])}
      onClose={onClose}
    >
      <p>{t('users.staff.removeBody')}</p>
    </ConfirmDialog>
  );
}
