import { useNotify } from 'ra-core';
import { ConfirmDialog } from '../kit/dialogs/ConfirmDialog.tsx';
import { useT } from './messages.ts';
import { useUserChange } from './useUserChange.ts';

interface SwitchUserProps {
  user: { id: string; fullName: string; active: boolean };
  onClose: () => void;
}

/** USR-08: asks before an account is disabled or enabled. */
export function SwitchUser({ user: { id, fullName, active }, onClose }: SwitchUserProps) {
  const t = useT();
  const notify = useNotify();
  const { act, isPending } = useUserChange();
  const word = active ? 'disable' : 'enable';
  const confirm = () =>
    act(
      { path: `/users/${id}`, body: { active: !active } },
      {
        onSuccess: () => notify(t(`users.switch.${word}d`, { name: fullName }), { type: 'success' }),
        onSettled: onClose,
      },
    );
  return (
    <ConfirmDialog
      title={t(`users.switch.${word}Title`, { name: fullName })}
      confirm={t(`users.switch.${word}`)}
      isPending={isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t(`users.switch.${word}Body`)}</p>
    </ConfirmDialog>
  );
}
