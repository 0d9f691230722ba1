import type { StructureView } from '@fournil/contract/structures/structure';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { listLink } from '../kit/listLink.ts';
import { useKitT } from '../kit/messages.ts';
import { useMay } from '../kit/profile.ts';
import { Icon, type IconName } from '../kit/signs/Icon.tsx';
import { useT } from './messages.ts';

/** What can be done with one structure of the list. */
export function RowMenu({ structure, onDelete }: { structure: StructureView; onDelete: () => void }) {
  const t = useT();
  const kitT = useKitT();
  const may = useMay();
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { id, name } = structure;
  const entries: (false | { icon: IconName; label: string; act: () => void })[] = [
    may('machines.list') && { icon: 'machines', label: t('structures.see', { name }), act: () => navigate(listLink('machines', { structure: id })) },
    may('structures.create') && { icon: 'plus', label: t('structures.createBelow'), act: () => navigate(`/structures/create?parent=${id}`) },
    may('structures.edit') && { icon: 'edit', label: kitT('kit.edit'), act: () => navigate(`/structures/${id}`) },
    may('structures.delete') && { icon: 'trash', label: kitT('kit.delete'), act: onDelete },
  ];
  const shown = entries.filter((entry) => entry !== false);
  if (shown.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className="icon-button icon-button--bare"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('structures.menu', { name })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="more" size={16} />
      </button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {shown.map(({ icon, label, act }) => (
          <MenuItem
            key={icon}
            onClick={() => {
              setAnchor(null);
              act();
            }}
          >
            <Icon name={icon} />
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
