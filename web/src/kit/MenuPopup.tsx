import { Menu } from '@base-ui/react/menu';
import type { ReactNode, RefObject } from 'react';
import './menu.css';

interface MenuPopupProps {
  className?: string;
  /** The element below which it opens, and which has the focus afterwards; by default the menu's trigger. */
  anchor?: RefObject<HTMLElement | null>;
  /** Its name, where no trigger names it. */
  label?: string;
  children: ReactNode;
}

/** The entries of a menu in their frame, below its button. */
export function MenuPopup({ className = '', anchor, label, children }: MenuPopupProps) {
  return (
    <Menu.Portal>
      <Menu.Positioner
        className="menu-place"
        align="start"
        collisionAvoidance={{ align: 'shift' }}
        collisionPadding={16}
        {...(anchor && { anchor })}
      >
        <Menu.Popup className={`menu ${className}`} aria-label={label} {...(anchor && { finalFocus: anchor })}>
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}

export function MenuItem(props: Menu.Item.Props) {
  return <Menu.Item {...props} className="menu__item" />;
}

/** One of several values, in a `Menu.RadioGroup`; the menu stays open, unless it says `closeOnClick`. */
export function MenuChoice(props: Menu.RadioItem.Props) {
  return <Menu.RadioItem {...props} className="menu__item" />;
}

/** What can be on or off; the menu stays open. */
export function MenuToggle(props: Menu.CheckboxItem.Props) {
  return <Menu.CheckboxItem {...props} className="menu__item" />;
}

/** A line between groups of entries. */
export function MenuRule() {
  return <Menu.Separator className="menu__rule" />;
}
