import { Menu } from '@base-ui/react/menu';
import { useRef, useState } from 'react';
import { MenuItem, MenuPopup } from '../MenuPopup.tsx';
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
  const button = useRef<HTMLButtonElement>(null);
  const [name, setName] = useState<Name | null>(null);
  const choices = useChoices(name);
  if (offered.length === 0) return null;
  const nameLabel = offered.find((one) => one.name === name)?.label ?? label;
  const close = () => setName(null);
  const pick = (choice: ChosenFilter) => {
    if (name) onAdd(name, choice);
    close();
  };
  return (
    <>
      <Menu.Root>
        <Menu.Trigger ref={button} className="chip chip--add" {...(name !== null && { 'aria-expanded': true })}>
          <Icon name="plus" size={14} />
          {label}
        </Menu.Trigger>
        <MenuPopup>
          {offered.map((one) => (
            <MenuItem key={one.name} onClick={() => setName(one.name)}>
              {one.label}
            </MenuItem>
          ))}
        </MenuPopup>
      </Menu.Root>
      <Menu.Root open={name !== null && name !== 'structure'} onOpenChange={(isOpen) => isOpen || close()}>
        <MenuPopup className="menu--choices" label={nameLabel} anchor={button}>
          {choices.map((choice) => (
            <MenuItem key={String(choice.value)} onClick={() => pick(choice)}>
              {choice.label}
            </MenuItem>
          ))}
        </MenuPopup>
      </Menu.Root>
      {name === 'structure' && (
        <StructureDialog
          title={nameLabel}
          submit={() => t('kit.structure.filter')}
          onChosen={([one]) => one && pick({ value: one.id })}
          onClose={close}
        />
      )}
    </>
  );
}
