import type { ReactNode } from 'react';
import { type Act, useAct } from '../../data/index.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

interface ConfirmCallProps<Answer> extends Omit<Act<Answer, void>, 'onSettled'> {
  title: string;
  confirm: string;
  onClose: () => void;
  isHarmless?: boolean;
  children: ReactNode;
}

/** Asks before a call that cannot be undone, and shows its result. */
export function ConfirmCall<Answer>({
  title,
  confirm,
  onClose,
  isHarmless = false,
  children,
  ...call
}: ConfirmCallProps<Answer>) {
  const { act, isPending } = useAct({ ...call, onSettled: onClose });
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      isPending={isPending}
      isHarmless={isHarmless}
      onConfirm={() => act()}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
