import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useKitT } from '../messages.ts';
import { Icon } from '../signs/Icon.tsx';
import { StructureDialog } from '../structures/StructureDialog.tsx';
import './lists.css';

export interface ChosenFilter {
  value: string | boolean;
  /** Values of other filters that it sets as well, such as the end of a period. */
  otherFilters?: Record<string, string>;
}
export interface FilterChoice extends ChosenFilter {
  label: string;
}

interface AddFilterProps<Name extends string> {
  label: string;
  offered: readonly { name: Name; label: string }[];
  /** The values of each filter except `structure`, which has a search of its own. */
  useChoices: (name: Name | null) => readonly FilterChoice[];
  onAdd: (name: Name, choice: ChosenFilter) => void;
}

/** A menu that adds a filter: first the filter, then its value. */
export function AddFilter<Name extends string>({ label, offered, useChoices, onAdd }: AddFilterProps<Name>) {
  const t = useKitT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [name, setName] = useState<Name | null>(null);
  const choices = useChoices(name);
  if (offered.length === 0) return null;
  const close = () => {
    setAnchor(null);
    setName(null);
  };
  const pick = (choice: ChosenFilter) => {
    if (name) onAdd(name, choice);
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
      <Menu
        anchorEl={anchor}
        open={anchor !== null && name !== null && name !== 'structure'}
        onClose={close}
        slotProps={{ paper: { sx: { maxHeight: 420, maxWidth: 'min(420px, calc(100vw - 32px))' } } }}
      >
        {choices.map((choice) => (
          <MenuItem
            key={String(choice.value)}
            onClick={() => pick(choice)}
            sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}
          >
            {choice.label}
          </MenuItem>
        ))}
      </Menu>
      {name === 'structure' && (
        <StructureDialog
          title={offered.find((one) => one.name === name)?.label ?? label}
          submit={() => t('kit.structure.filter')}
          onChosen={([one]) => one && pick({ value: one.id })}
          onClose={close}
        />
      )}
    </>
  );
}
