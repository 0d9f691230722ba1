import type { ReactNode } from 'react';
import { Modal } from './Modal.tsx';

interface ConfirmDialogProps {
  title: string;
  /** The text of the confirming button. */
  confirm: string;
  isPending?: boolean;
  /** The action loses no data, so its button is not red. */
  isHarmless?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks for confirmation. */
export function ConfirmDialog({
  title,
  confirm,
  isPending = false,
  isHarmless = false,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Modal
      title={title}
      width="xs"
      onClose={onClose}
      actions={
        <button
          type="button"
          className={isHarmless ? 'button button--main' : 'button button--danger-main'}
          disabled={isPending}
          onClick={onConfirm}
        >
          {confirm}
        </button>
      }
    >
      {children}
    </Modal>
  );
}
