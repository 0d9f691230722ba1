import { greatestPage } from '@fournil/contract/kit/hydra';
import { type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { keepPreviousData, type Query, readingList, type Topic, useRead } from '../../data/index.ts';
import { useKitT } from '../messages.ts';
import { Failed } from '../pages/Failed.tsx';
import { ChoiceModal } from './ChoiceModal.tsx';
import { useChosen } from './useChosen.ts';

const offered = 100;

export interface PickLine {
  /** Before the name. */
  sign?: ReactNode;
  name: ReactNode;
  note?: ReactNode;
  /** It is shown, and cannot be chosen. */
  isOff?: boolean;
}

interface PickDialogProps<Item> {
  title: string;
  /** The text of the button for this number. */
  submit: (count: number) => string;
  /** What its list shows, as for a reading. */
  about: Topic;
  /** The call that lists the records to choose from; its query takes the search text as `q`. */
  path: string;
  query?: Query;
  /** How many can be chosen at most; any number without it. */
  most?: number;
  /** The records that are not offered, and how many they are at most. */
  without?: { count: number; has: (item: Item) => boolean };
  lineOf: (item: Item) => PickLine;
  /** The texts that name the kind of the records; `none` by the search text. */
  words?: { search: string; choose: string; none: (q: string) => string };
  /** All that match can be chosen at once, and as many as one call returns are listed. */
  hasAll?: boolean;
  /** Above the list. */
  above?: ReactNode;
  isPending?: boolean;
  /** The ids in the order in which they were chosen, and the records. */
  onChosen: (ids: string[], items: Item[]) => void;
  onClose: () => void;
}

/** Chooses several records, searched for on the server; chosen ones stay chosen when they are not listed. */
export function PickDialog<Item extends { id: string }>({
  title,
  submit,
  about,
  path,
  query,
  most,
  without,
  lineOf,
  words,
  hasAll = false,
  above,
  isPending = false,
  onChosen,
  onClose,
}: PickDialogProps<Item>) {
  const t = useKitT();
  const [text, setText] = useState('');
  const { chosen, toggle, toggleAll } = useChosen();
  const picked = useRef(new Map<string, Item>());
  const isFull = most !== undefined && chosen.length >= most;
  const q = useDeferredValue(text).trim();
  const itemsPerPage = hasAll ? greatestPage : Math.min(offered + (without?.count ?? 0), greatestPage);
  const { data, error, refetch } = useRead(
    readingList<Item>({
      about,
      path,
      query: { ...query, q, page: 1, itemsPerPage },
      placeholderData: keepPreviousData,
    }),
  );
  const items = data?.data.filter((item) => !without?.has(item));
  const shown = items?.length ?? 0;
  const isCut = data !== undefined && data.total > data.data.length;
  return (
    <ChoiceModal
      title={title}
      width="sm"
      search={words?.search ?? t('kit.search')}
      text={text}
      onText={setText}
      choose={words?.choose ?? t('kit.pick.choose')}
      submit={submit(chosen.length)}
      chosenCount={chosen.length}
      isPending={isPending}
      onSubmit={() =>
        onChosen(
          chosen,
          chosen.flatMap((id) => picked.current.get(id) ?? []),
        )
      }
      onClose={onClose}
    >
      {above}
      {error && <Failed onRetry={() => void refetch()} />}
      {items?.length === 0 && !isCut && <p className="soft">{words?.none(q) ?? t('kit.pick.none')}</p>}
      {hasAll && items && items.length > 1 && (
        <label className="choices__all">
          <input
            type="checkbox"
            className="checkbox"
            checked={items.every(({ id }) => chosen.includes(id))}
            onChange={() => {
              for (const item of items) picked.current.set(item.id, item);
              toggleAll(items.map(({ id }) => id));
            }}
          />
          {t('kit.pick.all', { count: shown })}
        </label>
      )}
      <ul className="choices" aria-busy={!items && !error}>
        {items?.map((item) => (
          <Line
            key={item.id}
            line={lineOf(item)}
            isChosen={chosen.includes(item.id)}
            isFull={isFull}
            onToggle={() => {
              picked.current.set(item.id, item);
              toggle(item.id);
            }}
          />
        ))}
      </ul>
      {isFull && <p className="soft">{t('kit.pick.most', { count: most })}</p>}
      {isCut && <p className="soft">{shown > 0 ? t('kit.pick.more', { count: shown }) : t('kit.pick.search')}</p>}
    </ChoiceModal>
  );
}

interface LineProps {
  line: PickLine;
  isChosen: boolean;
  /** No other can be chosen. */
  isFull: boolean;
  onToggle: () => void;
}

function Line({ line: { sign, name, note, isOff = false }, isChosen, isFull, onToggle }: LineProps) {
  return (
    <li>
      <label>
        <input
          type="checkbox"
          className="checkbox"
          checked={isChosen}
          disabled={!isChosen && (isOff || isFull)}
          onChange={onToggle}
        />
        {sign}
        <span className="choices__text">
          {name} {note && <small className="soft">{note}</small>}
        </span>
      </label>
    </li>
  );
}
