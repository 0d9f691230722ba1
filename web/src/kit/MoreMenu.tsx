import { MenuButton } from './MenuButton.tsx';
import { MenuItem } from './MenuPopup.tsx';
import { useKitT } from './messages.ts';
import { Icon, type IconName } from './signs/Icon.tsx';

export interface MenuEntry {
  icon?: IconName;
  label: string;
  act: () => void;
}

interface MoreMenuProps {
  /** `false` when the person lacks the right. */
  entries: readonly (MenuEntry | false)[];
  /** The name of its object, where a page has several menus. */
  label?: string;
  /** Without a border, for use in a row. */
  isBare?: boolean;
  className?: string;
}

/** The "…" menu of seldom needed actions; nothing is shown when none is allowed. */
export function MoreMenu({ entries, label, isBare = false, className = '' }: MoreMenuProps) {
  const t = useKitT();
  const shown = entries.filter((entry) => entry !== false);
  if (shown.length === 0) return null;
  return (
    <MenuButton
      className={`icon-button ${isBare ? 'icon-button--bare' : ''} ${className}`}
      label={label ?? t('kit.moreActions')}
      face={<Icon name="more" {...(isBare ? { size: 16 } : {})} />}
    >
      {shown.map((entry) => (
        <MenuItem key={entry.label} onClick={entry.act}>
          {entry.icon && <Icon name={entry.icon} />}
          {entry.label}
        </MenuItem>
      ))}
    </MenuButton>
  );
}
