import { type MachineView, machineStateOf } from '@fournil/contract/machines/machine';
import type { ProgramView } from '@fournil/contract/programs/program';
import { useDeferredValue, useState } from 'react';
import { keepPreviousData, readingList, useRead } from '../data/index.ts';
import { ChoiceModal } from '../kit/install/ChoiceModal.tsx';
import { useChosen } from '../kit/lists/useChosen.ts';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useT } from './messages.ts';

type Installed = Pick<ProgramView, 'id' | 'name' | 'category' | 'approved'>;
const offered = 50;

interface InstallProgramsProps {
  programs: readonly Installed[];
  isRemoval?: boolean;
  onChosen: (machineIds: string[]) => void;
  onClose: () => void;
}

/** PRG-05: chooses the machines that are to receive, or to lose, these programs. */
export function InstallPrograms({ programs, isRemoval = false, onChosen, onClose }: InstallProgramsProps) {
  const t = useT();
  const [text, setText] = useState('');
  const { chosen, toggle } = useChosen();
  const machines = useMachines(useDeferredValue(text), programs);
  return (
    <ChoiceModal
      title={t(isRemoval ? 'resources.programs.uninstall.title' : 'resources.programs.install.title')}
      width="sm"
      search={t('resources.programs.install.search')}
      text={text}
      onText={setText}
      choose={t('resources.programs.install.choose')}
      submit={t(isRemoval ? 'resources.programs.uninstall.submit' : 'resources.programs.install.submit', {
        smart_count: chosen.length,
      })}
      chosenCount={chosen.length}
      onSubmit={() => onChosen(chosen)}
      onClose={onClose}
    >
      <p className="soft">
        {t(machines?.length === 0 ? 'resources.programs.install.none' : 'resources.programs.install.lead')}
      </p>
      {!isRemoval && programs.some((program) => !program.approved) && (
        <p className="soft">{t('resources.programs.install.unapproved')}</p>
      )}
      <ul className="choices">
        {machines?.map((machine) => (
          <MachineChoice
            key={machine.id}
            machine={machine}
            programs={programs}
            isChosen={chosen.includes(machine.id)}
            onToggle={() => toggle(machine.id)}
          />
        ))}
      </ul>
    </ChoiceModal>
  );
}

interface MachineChoiceProps {
  machine: MachineView;
  programs: readonly Installed[];
  isChosen: boolean;
  onToggle: () => void;
}

function MachineChoice({ machine, programs, isChosen, onToggle }: MachineChoiceProps) {
  const t = useT();
  const fitting = programs.filter((program) => program.category === machine.category).length;
  return (
    <li>
      <label>
        <input type="checkbox" className="checkbox" checked={isChosen} onChange={onToggle} />
        <StateSign sign={machineStateOf(machine)} />
        <span className="choices__text">
          <span className={machine.approved ? 'name--approved' : 'name--unapproved'}>{machine.name}</span>
          <small className="soft">
            {[
              machine.structureName,
              fitting < programs.length
                ? t('resources.programs.install.fits', { smart_count: fitting, total: programs.length })
                : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </span>
      </label>
    </li>
  );
}

function useMachines(text: string, programs: readonly Installed[]): MachineView[] | undefined {
  const category = [...new Set(programs.map((program) => program.category))];
  return useRead(
    readingList<MachineView>({
      about: 'machines',
      path: '/machines',
      query: { q: text.trim(), category, 'order[name]': 'asc', page: 1, itemsPerPage: offered },
      placeholderData: keepPreviousData,
    }),
  ).data?.data;
}
