import { type MachineView, machineStateOf } from '@fournil/contract/machines/machine';
import type { ProgramView } from '@fournil/contract/programs/program';
import { PickDialog, type PickLine } from '../kit/choices/PickDialog.tsx';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useT } from './messages.ts';

type Installed = Pick<ProgramView, 'id' | 'name' | 'category' | 'approved'>;

interface InstallProgramsProps {
  programs: readonly Installed[];
  isRemoval?: boolean;
  onChosen: (machineIds: string[]) => void;
  onClose: () => void;
}

/** PRG-05: chooses the machines that are to receive, or to lose, these programs. */
export function InstallPrograms({ programs, isRemoval = false, ...props }: InstallProgramsProps) {
  const t = useT();
  const name = isRemoval ? 'uninstall' : 'install';
  const lineOf = (machine: MachineView): PickLine => {
    const fitting = programs.filter((program) => program.category === machine.category).length;
    const fits =
      fitting < programs.length &&
      t('resources.programs.install.fits', { smart_count: fitting, total: programs.length });
    return {
      sign: <StateSign sign={machineStateOf(machine)} />,
      name: <span className={machine.approved ? 'name--approved' : 'name--unapproved'}>{machine.name}</span>,
      note: [machine.structureName, fits].filter(Boolean).join(' · '),
    };
  };
  return (
    <PickDialog<MachineView>
      {...props}
      title={t(`resources.programs.${name}.title`)}
      submit={(count) => t(`resources.programs.${name}.submit`, { smart_count: count })}
      about="machines"
      path="/machines"
      query={{ category: [...new Set(programs.map((program) => program.category))], 'order[name]': 'asc' }}
      lineOf={lineOf}
      words={{
        search: t('resources.programs.install.search'),
        choose: t('resources.programs.install.choose'),
        none: () => t('resources.programs.install.none'),
      }}
      above={
        <>
          <p className="soft">{t('resources.programs.install.lead')}</p>
          {!isRemoval && programs.some((program) => !program.approved) && (
            <p className="soft">{t('resources.programs.install.unapproved')}</p>
          )}
        </>
      }
    />
  );
}
