import { Menu } from '@base-ui/react/menu';
import type { ReactNode, RefObject } from 'react';
import './menu.css';

interface MenuPopupProps {
  className?: string;
  /** The element below which it opens, and which has the focus afterwards; by default the menu's trigger. */
  anchor?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** The entries of a menu in their frame, below its button. */
export function MenuPopup({ className = '', anchor, children }: MenuPopupProps) {
  return (
    <Menu.Portal>
      <Menu.Positioner
        className="menu-place"
        align="start"
        collisionAvoidance={{ align: 'shift' }}
        collisionPadding={16}
        {...(anchor && { anchor })}
      >
        <Menu.Popup className={`menu ${className}`} {...(anchor && { finalFocus: anchor })}>
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}

export function MenuItem(props: Menu.Item.Props) {
  return <Menu.Item {...props} className="menu__item" />;
}

/** One of several values, in a `MenuChoices`; the menu stays open. */
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
