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

const firstField = (dialog: HTMLElement) =>
  dialog.querySelector<HTMLElement>('form :is(input:not([type=hidden]), select, textarea)');

/** A form in a dialog, sent by its last button. It begins in its first field. */
export function FormModal({ title, form, submit, isLocked, onClose, children, width = 'xs' }: FormModalProps) {
  return (
    <Modal
      title={title}
      width={width}
      onClose={onClose}
      initialFocus={firstField}
      actions={
        <button type="submit" form={form} className="button button--main" disabled={isLocked}>
          {submit}
        </button>
      }
    >
      {children}
    </Modal>
  );
}
