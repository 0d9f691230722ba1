import MenuItem from '@mui/material/MenuItem';
import { MenuButton } from './MenuButton.tsx';
import { useKitT } from './messages.ts';
import { Icon, type IconName } from './signs/Icon.tsx';

export interface MenuEntry {
  icon?: IconName;
  label: string;
  act: () => void;
}

interface MoreMenuProps {
  /** `false` where this person may not. */
  entries: readonly (MenuEntry | false)[];
  /** What it is the menu of, where there are several. */
  label?: string;
  /** Without a frame, in a row. */
  isBare?: boolean;
  className?: string;
}

/** "…": actions that are seldom needed. Nothing where none is allowed. */
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
      {(close) =>
        shown.map((entry) => (
          <MenuItem
            key={entry.label}
            onClick={() => {
              close();
              entry.act();
            }}
          >
            {entry.icon && <Icon name={entry.icon} />}
            {entry.label}
          </MenuItem>
        ))
      }
    </MenuButton>
  );
}
