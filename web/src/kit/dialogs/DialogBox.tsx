import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import './dialogBox.css';

interface DialogBoxProps {
  className: string;
  /** The accessible name, where no `DialogTitle` is within. */
  label?: string;
  /** The element that has the focus at first; by default the dialog itself. */
  initialFocus?: (dialog: HTMLElement) => HTMLElement | null | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** A layer above the page, closed by Escape and by a click beside it. */
export function DialogBox({ className, label, initialFocus, onClose, children }: DialogBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" forceRender />
        <Dialog.Popup
          ref={box}
          className={`dialog-box ${className}`}
          aria-label={label}
          initialFocus={() => (box.current && initialFocus?.(box.current)) ?? box.current}
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export const DialogTitle = Dialog.Title;
