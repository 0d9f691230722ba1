import Dialog from '@mui/material/Dialog';
import { type ReactNode, useId } from 'react';
import { useKitT } from '../messages.ts';
import './modal.css';

interface ModalProps {
  title: string;
  onClose: () => void;
  /** The text of the button that closes it; null where every way out has a button of its own in `actions`. */
  cancel?: string | null;
  /** The buttons after that one; the confirming one is last. */
  actions?: ReactNode;
  /** Before all buttons, at the other side. */
  aside?: ReactNode;
  children: ReactNode;
  width?: 'xs' | 'sm' | 'md';
}

export function Modal({ title, onClose, cancel, actions, aside, children, width = 'sm' }: ModalProps) {
  const t = useKitT();
  const id = useId();
  return (
    <Dialog open onClose={onClose} maxWidth={width} fullWidth aria-labelledby={id}>
      <div className="modal">
        <h2 id={id} className="clamp clamp--3" title={title}>
          {title}
        </h2>
        <div className="modal__body">{children}</div>
        <div className="modal__actions">
          {aside && <div className="modal__aside">{aside}</div>}
          {cancel !== null && (
            <button type="button" className="button" onClick={onClose}>
              {cancel ?? t('kit.cancel')}
            </button>
          )}
          {actions}
        </div>
      </div>
    </Dialog>
  );
}
