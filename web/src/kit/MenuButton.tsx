import Menu from '@mui/material/Menu';
import { type ReactNode, useState } from 'react';

interface MenuButtonProps {
  className: string;
  /** The accessible name of the button; by default its text. */
  label?: string;
  /** The tooltip. */
  title?: string;
  /** The visible content of the button. */
  face: ReactNode;
  /** The entries; `close` closes the menu. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a menu. */
export function MenuButton({ className, label, title, face, children }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false);
  // Kept after closing, because the menu fades out at its position.
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        title={title}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setOpen(true);
        }}
      >
        {face}
      </button>
      {anchor && (
        <Menu anchorEl={anchor} open={isOpen} onClose={close}>
          {children(close)}
        </Menu>
      )}
    </>
  );
}
