import { isFoundBy } from '@fournil/contract/kit/search';
import { type ReactNode, useState } from 'react';
import { ChoiceModal } from '../../kit/choices/ChoiceModal.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useRolloutT } from '../messages.ts';
import type { NamedRecord } from './rolloutDraft.ts';

export interface Choice extends NamedRecord {
  note?: string;
}

interface ChooseListProps {
  title: string;
  search: string;
  /** Undefined while they load. */
  choices: readonly Choice[] | undefined;
  chosen: readonly NamedRecord[];
  /** Above the list. */
  above?: ReactNode;
  /** The search text, when the server searches. */
  onText?: (text: string) => void;
  /** The number of further matches that are not listed. */
  others?: number;
  onTake: (chosen: NamedRecord[]) => void;
  onClose: () => void;
}

const shownAtMost = 200;

/** Chooses several entries of a searchable list; chosen ones stay chosen when they are not listed. */
export function ChooseList({
  title,
  search,
  choices,
  chosen,
  above,
  onText,
  others = 0,
  onTake,
  onClose,
}: ChooseListProps) {
  const t = useRolloutT();
  const kitT = useKitT();
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<readonly NamedRecord[]>(chosen);
  const found = choices?.filter(({ name }) => isFoundBy(name, text));
  const fitting = found?.slice(0, shownAtMost);
  const left = (found?.length ?? 0) - (fitting?.length ?? 0) + others;
  const isPicked = (id: string) => picked.some((one) => one.id === id);
  const toggle = ({ id, name }: Choice) =>
    setPicked(isPicked(id) ? picked.filter((one) => one.id !== id) : [...picked, { id, name }]);
  return (
    <ChoiceModal
      title={title}
      width="sm"
      search={search}
      text={text}
      onText={(next) => {
        setText(next);
        onText?.(next);
      }}
      choose={t('rollouts.create.chooseSome')}
      submit={t('rollouts.create.take', { smart_count: picked.length })}
      chosenCount={picked.length}
      onSubmit={() => onTake([...picked])}
      onClose={onClose}
    >
      {above}
      {fitting?.length === 0 && <p className="soft">{t('rollouts.create.nothingFits')}</p>}
      <ul className="choices" aria-busy={!fitting}>
        {fitting?.map((choice) => (
          <li key={choice.id}>
            <label>
              <input
                type="checkbox"
                className="checkbox"
                checked={isPicked(choice.id)}
                onChange={() => toggle(choice)}
              />
              <span className="choices__text">
                {choice.name} {choice.note && <small className="soft">{choice.note}</small>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {left > 0 && <p className="soft">{kitT('kit.moreMatches', { count: left })}</p>}
    </ChoiceModal>
  );
}
