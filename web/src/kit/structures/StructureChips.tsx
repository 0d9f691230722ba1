import { useState } from 'react';
import { useKitT } from '../messages.ts';
import { Icon } from '../signs/Icon.tsx';
import { type NamedStructure, StructureDialog } from './StructureDialog.tsx';
import './structureChips.css';

interface StructureChipsProps {
  structures: readonly NamedStructure[];
  onChange: (structures: readonly NamedStructure[]) => void;
  /** The text of the button that opens the dialog, its title, and the text of its button. */
  add: string;
  title: string;
  submit: (count: number) => string;
}

/** Structures of a draft, to be taken away one by one and chosen in a dialog. */
export function StructureChips({ structures, onChange, add, title, submit }: StructureChipsProps) {
  const t = useKitT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ul className="structure-chips">
        {structures.map(({ id, name }) => (
          <li key={id}>
            <Icon name="structures" size={16} />
            <bdi title={name}>{name}</bdi>
            <button
              type="button"
              className="icon-button icon-button--bare"
              aria-label={`${t('kit.remove')} – ${name}`}
              onClick={() => onChange(structures.filter((one) => one.id !== id))}
            >
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <Icon name="plus" size={16} />
        {add}
      </button>
      {isOpen && (
        <StructureDialog
          title={title}
          submit={submit}
          isSeveral
          chosen={structures}
          onClose={() => setOpen(false)}
          onChosen={(chosen) => {
            onChange(chosen);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
