import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import type { ReactNode } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useTranslatedError } from './useTranslatedError.ts';

interface ConfirmCallProps<Answer> {
  title: string;
  confirm: string;
  call: () => Promise<Answer>;
  /** Said once the server has done it. */
  done: string;
  onDone: (answer: Answer) => void;
  onClose: () => void;
  isHarmless?: boolean;
  children: ReactNode;
}

/** Asks before one call that is not undone, and says what became of it. */
export function ConfirmCall<Answer>({
  title,
  confirm,
  call,
  done,
  onDone,
  onClose,
  isHarmless = false,
  children,
}: ConfirmCallProps<Answer>) {
  const notify = useNotify();
  const errorText = useTranslatedError();
  const { mutate, isPending } = useMutation({
    mutationFn: call,
    onSuccess: (answer) => {
      notify(done, { type: 'success' });
      onDone(answer);
    },
    onError: (error) => notify(errorText(error), { type: 'warning' }),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      isPending={isPending}
      isHarmless={isHarmless}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
