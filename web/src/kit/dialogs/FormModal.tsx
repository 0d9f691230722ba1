import type { ReactNode } from 'react';
import { Modal } from './Modal.tsx';

interface FormModalProps {
  title: string;
  /** The id of the form within. */
  form: string;
  submit: string;
  isLocked: boolean;
  onClose: () => void;
  children: ReactNode;
  width?: 'xs' | 'sm';
}

function focusFirstField(node: HTMLElement | null): void {
  if (!node || node.contains(document.activeElement)) return;
  node.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus();
}

/** A form in a dialog, sent by its last button. It begins in its first field. */
export function FormModal({ title, form, submit, isLocked, onClose, children, width = 'xs' }: FormModalProps) {
  return (
    <Modal
      title={title}
      width={width}
      onClose={onClose}
      actions={
        <button type="submit" form={form} className="button button--main" disabled={isLocked}>
          {submit}
        </button>
      }
    >
      <div ref={focusFirstField}>{children}</div>
    </Modal>
  );
}
