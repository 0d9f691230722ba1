import type { MenuDetail } from '@fournil/contract/menus/menu';
import { useNavigate } from 'react-router-dom';
import { useRemove } from '../../data/index.ts';
import { BinHint } from '../../kit/dialogs/BinHint.tsx';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useT } from '../messages.ts';

/** Asks before a menu is deleted, and says what its ovens lose. */
export function DeleteMenu({ menu, onClose }: { menu: MenuDetail; onClose: () => void }) {
  const t = useT();
  const kitT = useKitT();
  const navigate = useNavigate();
  const { run, isPending } = useRemove({
    resource: 'menus',
    done: () => t('menus.remove.done', { name: menu.name }),
    onSettled(left) {
      onClose();
      if (left.length === 0) navigate('/menus', { replace: true });
    },
  });
  return (
    <ConfirmDialog
      title={t('menus.remove.title', { name: menu.name })}
      confirm={kitT('kit.delete')}
      isPending={isPending}
      onConfirm={() => run([menu.id])}
      onClose={onClose}
    >
      <p>
        {menu.machineCount === 0
          ? t('menus.remove.noOven')
          : t('menus.remove.ovens', { smart_count: menu.machineCount })}
      </p>
      <BinHint />
    </ConfirmDialog>
  );
}
