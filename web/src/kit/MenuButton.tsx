import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { MenuPopup } from './MenuPopup.tsx';

interface MenuButtonProps {
  className: string;
  /** The accessible name of the button; by default its text. */
  label?: string;
  /** The tooltip. */
  title?: string;
  /** The visible content of the button. */
  face: ReactNode;
  /** The entries. */
  children: ReactNode;
}

/** A button that opens a menu. */
export function MenuButton({ className, label, title, face, children }: MenuButtonProps) {
  return (
    <Menu.Root>
      <Menu.Trigger className={className} aria-label={label} title={title}>
        {face}
      </Menu.Trigger>
      <MenuPopup>{children}</MenuPopup>
    </Menu.Root>
  );
}
