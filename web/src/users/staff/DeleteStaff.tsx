import { product } from '@fournil/contract/product';
import { useRemove } from '../../data/index.ts';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useT } from '../messages.ts';

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
  const { run, isPending } = useRemove({
    resource,
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
