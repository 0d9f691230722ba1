import { type MachineView, machineStateOf } from '@fournil/contract/machines/machine';
import type { StructureDetail } from '@fournil/contract/structures/structure';
import { useDeferredValue, useState } from 'react';
import { keepPreviousData, readingList, useRead } from '../../data/index.ts';
import { ChoiceModal } from '../../kit/install/ChoiceModal.tsx';
import { useChosen } from '../../kit/lists/useChosen.ts';
import { Failed } from '../../kit/pages/Failed.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useT } from '../messages.ts';
import '../../kit/people/people.css';

interface MachinePickerProps {
  structure: StructureDetail;
  isPending: boolean;
  onPick: (ids: string[]) => void;
  onClose: () => void;
}

const offered = 100;

/** Chooses machines that are in another structure or in none. */
export function MachinePicker({ structure, isPending, onPick, onClose }: MachinePickerProps) {
  const t = useT();
  const [text, setText] = useState('');
  const { chosen, toggle } = useChosen();
  const q = useDeferredValue(text).trim();
  const { data, error, refetch } = useRead(
    readingList<MachineView>({
      about: 'machines',
      path: '/machines',
      query: { q, 'order[structureName]': 'desc', page: 1, itemsPerPage: offered },
      placeholderData: keepPreviousData,
    }),
  );
  const machines = data?.data.filter((machine) => machine.structure !== structure['@id']);
  return (
    <ChoiceModal
      title={t('structures.show.addMachines')}
      width="sm"
      search={t('structures.show.searchMachines')}
      text={text}
      onText={setText}
      choose={t('structures.show.chooseMachines')}
      submit={t('structures.show.addCount', { smart_count: chosen.length })}
      chosenCount={chosen.length}
      isPending={isPending}
      onSubmit={() => onPick(chosen)}
      onClose={onClose}
    >
      {error && <Failed onRetry={() => void refetch()} />}
      {machines?.length === 0 && <p className="soft">{t('structures.show.noneFound')}</p>}
      <ul className="choices" aria-busy={!machines && !error}>
        {machines?.map((machine) => (
          <li key={machine.id}>
            <label>
              <input
                type="checkbox"
                className="checkbox"
                checked={chosen.includes(machine.id)}
                onChange={() => toggle(machine.id)}
              />
              <StateSign sign={machineStateOf(machine)} />
              <span className="choices__text">
                {machine.name} <small className="soft">{machine.structureName ?? t('structures.show.without')}</small>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </ChoiceModal>
  );
}
