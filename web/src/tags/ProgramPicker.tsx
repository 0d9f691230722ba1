import { type ProgramView, programLimits } from '@fournil/contract/programs/program';
import type { TagDetail } from '@fournil/contract/tags/tag';
import { useDeferredValue, useState } from 'react';
import { keepPreviousData, readingList, useRead } from '../data/index.ts';
import { ChoiceModal } from '../kit/install/ChoiceModal.tsx';
import { useChosen } from '../kit/lists/useChosen.ts';
import { Failed } from '../kit/pages/Failed.tsx';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useT } from './messages.ts';
import '../kit/people/people.css';

interface ProgramPickerProps {
  tag: TagDetail;
  isPending: boolean;
  onPick: (ids: string[]) => void;
  onClose: () => void;
}

const offered = 100;

/** TAG-02: chooses programs without the tag; those with five tags cannot be chosen. */
export function ProgramPicker({ tag, isPending, onPick, onClose }: ProgramPickerProps) {
  const t = useT();
  const [text, setText] = useState('');
  const { chosen, toggle } = useChosen();
  const q = useDeferredValue(text).trim();
  const { data, error, refetch } = useRead(
    readingList<ProgramView>({
      about: 'programs',
      path: '/programs',
      query: { q, 'order[name]': 'asc', page: 1, itemsPerPage: offered },
      placeholderData: keepPreviousData,
    }),
  );
  const programs = data?.data.filter((program) => program.tags.every(({ id }) => id !== tag.id));
  return (
    <ChoiceModal
      title={t('tags.show.addPrograms')}
      width="sm"
      search={t('tags.show.searchPrograms')}
      text={text}
      onText={setText}
      choose={t('tags.show.choosePrograms')}
      submit={t('tags.show.addCount', { smart_count: chosen.length })}
      chosenCount={chosen.length}
      isPending={isPending}
      onSubmit={() => onPick(chosen)}
      onClose={onClose}
    >
      {error && <Failed onRetry={() => void refetch()} />}
      {programs?.length === 0 && <p className="soft">{t('tags.show.noneFound')}</p>}
      <ul className="choices" aria-busy={!programs && !error}>
        {programs?.map((program) => (
          <ProgramChoice
            key={program.id}
            program={program}
            isChosen={chosen.includes(program.id)}
            onToggle={() => toggle(program.id)}
          />
        ))}
      </ul>
    </ChoiceModal>
  );
}

function ProgramChoice({
  program: { name, approved, tags },
  isChosen,
  onToggle,
}: {
  program: ProgramView;
  isChosen: boolean;
  onToggle: () => void;
}) {
  const t = useT();
  const isFull = tags.length >= programLimits.tags;
  const note = isFull ? t('tags.show.full', { max: programLimits.tags }) : tags.map((tag) => tag.name).join(', ');
  return (
    <li>
      <label>
        <input type="checkbox" className="checkbox" checked={isChosen} disabled={isFull} onChange={onToggle} />
        <StateSign sign={approved ? 'approved' : 'unapproved'} />
        <span className="choices__text">
          {name} <small className="soft">{note}</small>
        </span>
      </label>
    </li>
  );
}
