import type { PersonView } from '@fournil/contract/structures/structure';
import { useDeferredValue, useState } from 'react';
import { keepPreviousData, readingList, useRead } from '../../data/index.ts';
import { ChoiceModal } from '../install/ChoiceModal.tsx';
import { useChosen } from '../lists/useChosen.ts';
import { Failed } from '../pages/Failed.tsx';
import { Avatar } from './Avatar.tsx';
import { usePeopleT } from './messages.ts';
import './people.css';

interface PeoplePickerProps {
  /** The call that lists the users, such as `/structures/people`. */
  path: string;
  /** The users who are already assigned. */
  without: readonly string[];
  isPending: boolean;
  onPick: (ids: string[]) => void;
  onClose: () => void;
}

const offered = 50;

/** Chooses several users by name or address. */
export function PeoplePicker({ path, without, isPending, onPick, onClose }: PeoplePickerProps) {
  const t = usePeopleT();
  const [text, setText] = useState('');
  const { chosen, toggle } = useChosen();
  const q = useDeferredValue(text).trim();
  const { data, error, refetch } = useRead(
    readingList<PersonView>({
      about: 'people',
      path,
      query: { q, kind: 'user', page: 1, itemsPerPage: offered + without.length },
      placeholderData: keepPreviousData,
    }),
  );
  const people = data?.data.filter(({ id }) => !without.includes(id));
  return (
    <ChoiceModal
      title={t('people.addTitle')}
      width="sm"
      search={t('people.search')}
      text={text}
      onText={setText}
      choose={t('people.choose')}
      submit={t('people.add', { smart_count: chosen.length })}
      chosenCount={chosen.length}
      isPending={isPending}
      onSubmit={() => onPick(chosen)}
      onClose={onClose}
    >
      {error && <Failed onRetry={() => void refetch()} />}
      {people?.length === 0 && <p className="soft">{t(q ? 'people.noneFound' : 'people.nobodyLeft')}</p>}
      <ul className="choices" aria-busy={!people && !error}>
        {people?.map(({ id, fullName, imageUrl, email }) => (
          <li key={id}>
            <label>
              <input type="checkbox" className="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
              <Avatar name={fullName} imageUrl={imageUrl} size={28} />
              <span className="choices__text">
                {fullName} <small className="soft">{email}</small>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </ChoiceModal>
  );
}
