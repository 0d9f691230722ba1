import { type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { keepPreviousData, type Query, readingList, useRead } from '../../data/index.ts';
import { ChoiceModal } from '../install/ChoiceModal.tsx';
import { useChosen } from '../lists/useChosen.ts';
import { useKitT } from '../messages.ts';
import { Failed } from '../pages/Failed.tsx';
import { useBulkT } from './messages.ts';

const offered = 100;

interface PickDialogProps<Item> {
  title: string;
  /** The text of the button for this number. */
  submit: (count: number) => string;
  /** The call that lists the records to choose from; its query takes the search text as `q`. */
  path: string;
  query?: Query;
  /** How many can be chosen at most; any number without it. */
  most?: number;
  /** The records that are not offered. */
  without?: readonly string[];
  labelOf: (item: Item) => ReactNode;
  /** The ids in the order in which they were chosen, and the records. */
  onChosen: (ids: string[], items: Item[]) => void;
  onClose: () => void;
}

/** Chooses several records, searched for on the server. */
export function PickDialog<Item extends { id: string }>({
  title,
  submit,
  path,
  query,
  most,
  without = [],
  labelOf,
  onChosen,
  onClose,
}: PickDialogProps<Item>) {
  const t = useBulkT();
  const kitT = useKitT();
  const [text, setText] = useState('');
  const { chosen, toggle } = useChosen();
  const picked = useRef(new Map<string, Item>());
  const isFull = most !== undefined && chosen.length >= most;
  const q = useDeferredValue(text).trim();
  const { data, error, refetch } = useRead(
    readingList<Item>({
      about: 'pick',
      path,
      query: { ...query, q, page: 1, itemsPerPage: offered },
      placeholderData: keepPreviousData,
    }),
  );
  const items = data?.data.filter(({ id }) => !without.includes(id));
  return (
    <ChoiceModal
      title={title}
      width="sm"
      search={kitT('kit.search')}
      text={text}
      onText={setText}
      choose={t('bulk.pick.choose')}
      submit={submit(chosen.length)}
      chosenCount={chosen.length}
      onSubmit={() =>
        onChosen(
          chosen,
          chosen.flatMap((id) => picked.current.get(id) ?? []),
        )
      }
      onClose={onClose}
    >
      {error && <Failed onRetry={() => void refetch()} />}
      {items?.length === 0 && <p className="soft">{t('bulk.pick.none')}</p>}
      <ul className="choices">
        {items?.map((item) => (
          <li key={item.id}>
            <label>
              <input
                type="checkbox"
                className="checkbox"
                checked={chosen.includes(item.id)}
                disabled={isFull && !chosen.includes(item.id)}
                onChange={() => {
                  picked.current.set(item.id, item);
                  toggle(item.id);
                }}
              />
              <span className="choices__text">{labelOf(item)}</span>
            </label>
          </li>
        ))}
      </ul>
      {isFull && <p className="soft">{t('bulk.pick.most', { count: most })}</p>}
      {data && data.total > data.data.length && (
        <p className="soft">{t('bulk.pick.more', { count: data.data.length })}</p>
      )}
    </ChoiceModal>
  );
}
