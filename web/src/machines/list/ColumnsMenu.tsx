import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import { columns, useColumns } from './columns.ts';

export function ColumnsMenu() {
  const t = useT();
  const [shown, toggle] = useColumns();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('machines.columns.label')}
        title={t('machines.columns.label')}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="columns" />
      </button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {columns.map((column) => (
          <MenuItem
            key={column}
            role="menuitemcheckbox"
            aria-checked={shown.includes(column)}
            onClick={() => toggle(column)}
          >
            <span className="columns__check">{shown.includes(column) && <Icon name="check" size={16} />}</span>
            {t(`machines.columns.${column}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
