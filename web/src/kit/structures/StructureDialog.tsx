import { structureLimits } from '@fournil/contract/structures/structureLimits';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { ChoiceModal } from '../choices/ChoiceModal.tsx';
import { useKitT } from '../messages.ts';
import { Failed } from '../pages/Failed.tsx';
import { StructureLine } from './StructureLine.tsx';
import { type StructureChoices, useStructureChoices } from './structureChoices.ts';

export interface NamedStructure {
  id: string;
  name: string;
}

interface StructureDialogProps {
  title: string;
  /** The text of the button for this number. */
  submit: (count: number) => string;
  /** Several structures can be chosen, not only one. */
  isSeveral?: boolean;
  /** The initially chosen ones, which may be missing in the list. */
  chosen?: readonly NamedStructure[];
  /** An entry before the structures, whose id is empty. */
  none?: string | undefined;
  /** A note above the list. */
  above?: ReactNode;
  /** The source of the structures, when it is not the reader's own tree. */
  useChoices?: (text: string) => StructureChoices;
  onChosen: (chosen: NamedStructure[]) => void;
  onClose: () => void;
}

/** STR-05: a dialog that chooses one structure or several. */
export function StructureDialog({
  title,
  submit,
  isSeveral = false,
  chosen = [],
  none,
  above,
  useChoices = useStructureChoices,
  onChosen,
  onClose,
}: StructureDialogProps) {
  const t = useKitT();
  const [text, setText] = useState('');
  const [picked, setPicked] = useState(chosen);
  const q = useDeferredValue(text).trim();
  const { choices, others, retry } = useChoices(q);
  const isPicked = (id: string) => picked.some((one) => one.id === id);
  const pick = ({ id, name }: NamedStructure) => {
    if (!isSeveral) setPicked([{ id, name }]);
    else setPicked(isPicked(id) ? picked.filter((one) => one.id !== id) : [...picked, { id, name }]);
  };
  const line = (structure: NamedStructure, words: ReactNode, depth = 0) => (
    <li key={structure.id} style={{ paddingInlineStart: depth * structureLimits.pickIndentPixels }}>
      <label>
        <input
          type={isSeveral ? 'checkbox' : 'radio'}
          className={isSeveral ? 'checkbox' : undefined}
          name="structure"
          checked={isPicked(structure.id)}
          onChange={() => pick(structure)}
        />
        <span className="choices__text">{words}</span>
      </label>
    </li>
  );
  return (
    <ChoiceModal
      title={title}
      width="sm"
      search={t('kit.structure.search')}
      text={text}
      onText={setText}
      choose={t(isSeveral ? 'kit.structure.chooseSome' : 'kit.structure.choose')}
      submit={submit(picked.length)}
      chosenCount={picked.length}
      onSubmit={() => onChosen([...picked])}
      onClose={onClose}
    >
      {above}
      {retry && <Failed onRetry={retry} />}
      {choices?.length === 0 && <p className="soft">{t('kit.structure.none')}</p>}
      <ul className="choices" aria-busy={!choices}>
        {none && !text && line({ id: '', name: none }, none)}
        {choices?.map((one) => line(one, <StructureLine structure={one} isFound={q !== ''} />, q ? 0 : one.depth))}
      </ul>
      {others > 0 && <p className="soft">{t('kit.moreMatches', { count: others })}</p>}
    </ChoiceModal>
  );
}
