import { type StructureView, structureLimits } from '@fournil/contract/structures/structure';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { members } from '../kit/api.ts';
import { ChoiceModal } from '../kit/install/ChoiceModal.tsx';
import { useMay } from '../kit/profile.ts';
import { useT } from './messages.ts';

interface PlaceDialogProps {
  count: number;
  /** Null: out of any structure. */
  onChosen: (structureId: string | null, name: string) => void;
  onClose: () => void;
}

/** Chooses the structure in which machines are to stand; found ones show where they are. */
export function PlaceDialog({ count, onChosen, onClose }: PlaceDialogProps) {
  const t = useT();
  const may = useMay();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<{ id: string | null; name: string } | undefined>(undefined);
  const structures = useStructures(useDeferredValue(text));
  return (
    <ChoiceModal
      title={t('machines.place.title', { smart_count: count })}
      width="sm"
      search={t('machines.place.search')}
      text={text}
      onText={setText}
      choose={t('machines.place.choose')}
      submit={t('machines.place.submit')}
      chosenCount={chosen ? 1 : 0}
      isPending={false}
      onSubmit={() => chosen && onChosen(chosen.id, chosen.name)}
      onClose={onClose}
    >
      <ul className="machine-choices">
        {may('machines.seeWithoutStructure') && !text && (
          <Choice
            name={t('machines.place.none')}
            isChosen={chosen?.id === null}
            onChoose={() => setChosen({ id: null, name: t('machines.place.none') })}
          />
        )}
        {structures?.map((structure) => (
          <Choice
            key={structure.id}
            name={structure.name}
            path={text ? structure.path.slice(0, -1).join(' › ') : ''}
            indent={text ? 0 : structure.depth * structureLimits.pickIndentPixels}
            isChosen={chosen?.id === structure.id}
            onChoose={() => setChosen(structure)}
          />
        ))}
      </ul>
    </ChoiceModal>
  );
}

interface ChoiceProps {
  name: string;
  path?: string;
  indent?: number;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ name, path = '', indent = 0, isChosen, onChoose }: ChoiceProps) {
  return (
    <li>
      <label style={{ paddingInlineStart: indent }}>
        <input type="radio" name="structure" checked={isChosen} onChange={onChoose} />
        <span className="machine-choices__text">
          {name}
          {path && <small className="soft">{path}</small>}
        </span>
      </label>
    </li>
  );
}

function useStructures(text: string): StructureView[] | undefined {
  return useQuery({
    queryKey: ['structures', 'place', text],
    queryFn: ({ signal }) =>
      members<StructureView>('/structures', { q: text.trim(), 'order[path]': 'asc', page: 1, itemsPerPage: structureLimits.pickListSize }, signal),
    placeholderData: keepPreviousData,
  }).data?.data;
}
