import type { ReactNode } from 'react';
import { useKitT } from '../messages.ts';
import { DialogBox, DialogTitle } from './DialogBox.tsx';
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
  /** The element that has the focus at first; by default the dialog itself. */
  initialFocus?: (dialog: HTMLElement) => HTMLElement | null;
}

export function Modal({ title, onClose, cancel, actions, aside, children, width = 'sm', ...focus }: ModalProps) {
  const t = useKitT();
  return (
    <DialogBox className={`modal modal--${width}`} onClose={onClose} {...focus}>
      <DialogTitle className="clamp clamp--3" title={title}>
        {title}
      </DialogTitle>
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
    </DialogBox>
  );
}
