import type { ListedPerson } from '@fournil/contract/kit/person';
import { useRef, useState } from 'react';
import { Icon } from '../signs/Icon.tsx';
import { useNotifyUndoable } from '../useNotifyUndoable.ts';
import { Avatar } from './Avatar.tsx';
import { usePeopleT } from './messages.ts';
import { PeoplePicker } from './PeoplePicker.tsx';
import './people.css';

interface AssignedUsersProps {
  title: string;
  none: string;
  people: readonly ListedPerson[];
  /** The call that lists the users who can be added. */
  path: string;
  isPending: boolean;
  /** Rejects after the reason was shown. */
  onChange: (change: { add: string[]; remove: string[] }) => Promise<unknown>;
  /** Beside a name. */
  noteOf?: (person: ListedPerson) => string | null;
  /** Which users can be removed; all of them by default. */
  canRemove?: (person: ListedPerson) => boolean;
  /** Users who are listed without being assigned. */
  others?: readonly ListedPerson[];
}

/** The users assigned to a structure or tag, with buttons to add and to remove them. */
export function AssignedUsers({
  title,
  none,
  people,
  path,
  isPending,
  onChange,
  noteOf,
  canRemove = () => true,
  others = [],
}: AssignedUsersProps) {
  const t = usePeopleT();
  const notifyUndoable = useNotifyUndoable();
  const [isAdding, setAdding] = useState(false);
  // Undoing applies to the people and the version after the removal, not to those of the render that removed.
  const latest = useRef(onChange);
  latest.current = onChange;
  const add = async (ids: string[]) => {
    await onChange({ add: ids, remove: [] });
    setAdding(false);
  };
  const remove = async ({ id, fullName }: ListedPerson) => {
    await onChange({ add: [], remove: [id] });
    notifyUndoable(t('people.removed', { name: fullName }), () => latest.current({ add: [id], remove: [] }));
  };
  return (
    <section className="part">
      <div className="part__head">
        <h2>
          {title} <small>{people.length + others.length}</small>
        </h2>
        <button
          type="button"
          className="button button--plain"
          aria-label={t('people.addTitle')}
          onClick={() => setAdding(true)}
        >
          <Icon name="plus" size={16} />
          {t('people.open')}
        </button>
      </div>
      {people.length + others.length === 0 && <p className="soft part__none">{none}</p>}
      <ul className="part__list">
        {people.map((person) => (
          <li key={person.id}>
            <Avatar name={person.fullName} imageUrl={person.imageUrl} size={28} />
            <strong className="part__name clamp" title={person.fullName}>
              {person.fullName}
            </strong>
            <span className="soft">{noteOf?.(person)}</span>
            {canRemove(person) && (
              <button
                type="button"
                className="icon-button icon-button--bare"
                disabled={isPending}
                aria-label={t('people.remove', { name: person.fullName })}
                onClick={() => void remove(person).catch(() => undefined)}
              >
                <Icon name="close" size={16} />
              </button>
            )}
          </li>
        ))}
        {others.map((person) => (
          <li key={person.id}>
            <Avatar name={person.fullName} imageUrl={person.imageUrl} size={28} />
            <span className="part__name clamp" title={person.fullName}>
              {person.fullName}
            </span>
            <span className="soft">{noteOf?.(person)}</span>
          </li>
        ))}
      </ul>
      {isAdding && (
        <PeoplePicker
          title={t('people.addTitle')}
          submit={(users) => t('people.add', { smart_count: users })}
          path={path}
          without={people.map(({ id }) => id)}
          isPending={isPending}
          onChosen={(ids) => void add(ids).catch(() => undefined)}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}
