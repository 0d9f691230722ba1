import Dialog from '@mui/material/Dialog';
import { type ReactNode, useId } from 'react';
import './modal.css';

interface ModalProps {
  title: string;
  onClose: () => void;
  /** The buttons; the confirming one is last. */
  actions: ReactNode;
  children: ReactNode;
  width?: 'xs' | 'sm' | 'md';
}

export function Modal({ title, onClose, actions, children, width = 'sm' }: ModalProps) {
  const id = useId();
  return (
    <Dialog open onClose={onClose} maxWidth={width} fullWidth aria-labelledby={id}>
      <div className="modal">
        <h2 id={id} className="clamp clamp--3" title={title}>
          {title}
        </h2>
        <div className="modal__body">{children}</div>
        <div className="modal__actions">{actions}</div>
      </div>
    </Dialog>
  );
}
