import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useKitT } from './messages.ts';
import { Icon, type IconName } from './signs/Icon.tsx';

export interface MenuEntry {
  icon: IconName;
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
}

/** "…": what is done now and then. Nothing where nothing may be done. */
export function MoreMenu({ entries, label, isBare = false }: MoreMenuProps) {
  const t = useKitT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const shown = entries.filter((entry) => entry !== false);
  if (shown.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className={isBare ? 'icon-button icon-button--bare' : 'icon-button'}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={label ?? t('kit.moreActions')}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="more" {...(isBare ? { size: 16 } : {})} />
      </button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {shown.map((entry) => (
          <MenuItem
            key={entry.icon}
            onClick={() => {
              setAnchor(null);
              entry.act();
            }}
          >
            <Icon name={entry.icon} />
            {entry.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
