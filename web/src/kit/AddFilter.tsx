import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { Icon } from './signs/Icon.tsx';

export interface FilterChoice {
  value: string | boolean;
  label: string;
  depth?: number;
}

interface AddFilterProps<Name extends string> {
  label: string;
  offered: readonly { name: Name; label: string }[];
  useChoices: (name: Name | null) => readonly FilterChoice[];
  onAdd: (name: Name, value: FilterChoice['value']) => void;
}

/** First which filter, then which value. */
export function AddFilter<Name extends string>({ label, offered, useChoices, onAdd }: AddFilterProps<Name>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [name, setName] = useState<Name | null>(null);
  const choices = useChoices(name);
  if (offered.length === 0) return null;
  const close = () => {
    setAnchor(null);
    setName(null);
  };
  const pick = (value: FilterChoice['value']) => {
    if (name) onAdd(name, value);
    close();
  };
  return (
    <>
      <button
        type="button"
        className="chip chip--add"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="plus" size={14} />
        {label}
      </button>
      <Menu anchorEl={anchor} open={anchor !== null && name === null} onClose={close}>
        {offered.map((one) => (
          <MenuItem key={one.name} onClick={() => setName(one.name)}>
            {one.label}
          </MenuItem>
        ))}
      </Menu>
      <Menu anchorEl={anchor} open={anchor !== null && name !== null} onClose={close} slotProps={{ paper: { sx: { maxHeight: 420 } } }}>
        {choices.map((choice) => (
          <MenuItem key={String(choice.value)} onClick={() => pick(choice.value)} sx={{ pl: `${16 + (choice.depth ?? 0) * 10}px` }}>
            {choice.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
