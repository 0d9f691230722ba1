import { reasonText } from '@fournil/contract/machine-link/reasons';
import { type MachineView, machineStateOf } from '@fournil/contract/machines/machine';
import { settingsOf } from '@fournil/contract/phases/phaseGroups';
import { waterCentilitres } from '@fournil/contract/phases/settings';
import type { ProgramView } from '@fournil/contract/programs/program';
import { refusalOf } from '@fournil/contract/programs/refusal';
import { useState } from 'react';
import { PickDialog, type PickLine } from '../kit/choices/PickDialog.tsx';
import { useTemperature } from '../kit/format/temperature.ts';
import { useKitT } from '../kit/messages.ts';
import { useMay } from '../kit/session/profile.ts';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { StructureFilter } from '../kit/structures/StructureFilter.tsx';
import { useLanguage } from '../kit/useT.ts';
import { useT } from './messages.ts';
import './programWords.css';

type Installed = Pick<ProgramView, 'id' | 'name' | 'category' | 'approved' | 'phaseGroups'>;

interface InstallProgramsProps {
  programs: readonly Installed[];
  isRemoval?: boolean;
  /** How many machines can be chosen at most. */
  most?: number;
  onChosen: (machineIds: string[]) => void;
  onClose: () => void;
}

/** PRG-05: chooses the machines that are to receive, or to lose, these programs: one by one, or all of a region. */
export function InstallPrograms({ programs, isRemoval = false, ...props }: InstallProgramsProps) {
  const t = useT();
  const kitT = useKitT();
  const may = useMay();
  const [structure, setStructure] = useState('');
  const refusalText = useRefusalText(programs);
  const name = isRemoval ? 'uninstall' : 'install';
  const lineOf = (machine: MachineView): PickLine => ({
    sign: <StateSign sign={machineStateOf(machine)} />,
    name: machine.name,
    note: <Note place={machine.structureName} refusal={isRemoval ? undefined : refusalText(machine)} />,
  });
  const only = programs.length === 1 && props.most === undefined ? programs[0]?.id : undefined;
  const isForOthers = only !== undefined && !isRemoval;
  return (
    <PickDialog<MachineView>
      {...props}
      title={t(`resources.programs.${name}.title`)}
      submit={(count) => t(`resources.programs.${name}.submit`, { smart_count: count })}
      about="machines"
      path="/machines"
      query={{
        category: [...new Set(programs.map((program) => program.category))],
        ...(only && (isRemoval ? { programs: only } : { withoutProgram: only })),
        ...(structure ? { structure } : {}),
        'order[name]': 'asc',
      }}
      lineOf={lineOf}
      hasAll={props.most === undefined}
      words={{
        search: t('resources.programs.install.search'),
        choose: t('resources.programs.install.choose'),
        none: (q) =>
          q || structure ? kitT('kit.pick.none') : t(`resources.programs.install.${isForOthers ? 'noOther' : 'none'}`),
      }}
      above={
        <>
          {may('structures.open') && (
            <StructureFilter
              label={t('resources.programs.install.structure')}
              every={t('resources.programs.install.everywhere')}
              value={structure}
              onChange={setStructure}
            />
          )}
          <p className="soft">
            {t('resources.programs.install.lead')} {isForOthers && t('resources.programs.install.held')}
          </p>
          {!isRemoval && programs.some((program) => !program.approved) && (
            <p className="soft">{t('resources.programs.install.unapproved')}</p>
          )}
        </>
      }
    />
  );
}

function Note({ place, refusal }: { place: string | null; refusal: string | undefined }) {
  return (
    <>
      {place}
      {place && refusal && ' · '}
      {refusal && <span className="program-refusal">{refusal}</span>}
    </>
  );
}

/** LNT-04: what a machine would refuse of these programs, by the rule by which ovens refuse; undefined when nothing. */
function useRefusalText(programs: readonly Installed[]): (machine: MachineView) => string | undefined {
  const t = useT();
  const language = useLanguage();
  const { unit } = useTemperature();
  return ({ category, specifications }) => {
    const tankCentilitres = specifications?.steamTankCentilitres ?? null;
    const refused = programs.flatMap((program) => {
      const code = refusalOf(program, { category, steamTankCentilitres: tankCentilitres });
      return code ? { program, code } : [];
    });
    const [first] = refused;
    if (!first) return undefined;
    if (programs.length > 1)
      return t('resources.programs.install.fits', {
        smart_count: programs.length - refused.length,
        total: programs.length,
      });
    const neededCentilitres = waterCentilitres(settingsOf(first.program.phaseGroups));
    return reasonText(
      { code: first.code, values: { neededCentilitres, tankCentilitres: tankCentilitres ?? 0 } },
      language,
      unit,
    );
  };
}
