import { say } from '@fournil/contract/kit/words';
import { machineCategories } from '@fournil/contract/machines/catalogue';
import type { MachineView } from '@fournil/contract/machines/machine';
import type { ProgramView } from '@fournil/contract/programs/program';
import { refusalOf } from '@fournil/contract/programs/refusal';
import { useDeferredValue, useState } from 'react';
import { keepPreviousData, members, type Query, readingBy, useRead } from '../../data/index.ts';
import { useBulkT } from '../../kit/bulk/messages.ts';
import { ChoiceModal } from '../../kit/choices/ChoiceModal.tsx';
import { useChosen } from '../../kit/choices/useChosen.ts';
import { Failed } from '../../kit/pages/Failed.tsx';
import { ProgramPicture } from '../../kit/signs/ProgramPicture.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useLanguage } from '../../kit/useT.ts';
import './install.css';
import { useT } from '../messages.ts';

type Target = Pick<MachineView, 'id' | 'name' | 'category' | 'specifications'>;

interface InstallDialogProps {
  machines: readonly Target[];
  /** The number of machines, when not all of them are loaded. */
  count?: number;
  isRemoval?: boolean;
  /** With what the run is called: the program's name, where it is one. */
  onChosen: (programIds: string[], label: string) => void;
  onClose: () => void;
}

/** Chooses programs for some machines, and says which fit. */
export function InstallDialog({
  machines,
  count = machines.length,
  isRemoval = false,
  onChosen,
  onClose,
}: InstallDialogProps) {
  const t = useT();
  const bulkT = useBulkT();
  const [text, setText] = useState('');
  const { chosen, toggle } = useChosen();
  const { data, error, refetch } = usePrograms(
    useDeferredValue(text).trim(),
    machines,
    machines.length < count,
    isRemoval,
  );
  const verb = isRemoval ? 'uninstall' : 'install';
  const submit = t(`machines.${verb}.submit`, { smart_count: chosen.length });
  const only = chosen.length === 1 ? data?.programs.find(({ id }) => id === chosen[0]) : undefined;
  return (
    <ChoiceModal
      title={t(`machines.${verb}.title`, { smart_count: count })}
      width="md"
      search={t('machines.install.search')}
      text={text}
      onText={setText}
      choose={t('machines.install.choose')}
      submit={submit}
      chosenCount={chosen.length}
      onSubmit={() => onChosen(chosen, only ? bulkT(`bulk.ofProgram.${verb}`, { name: only.name }) : submit)}
      onClose={onClose}
    >
      {error && <Failed onRetry={() => void refetch()} />}
      {data?.programs.length === 0 && <p className="soft">{t('machines.install.none')}</p>}
      <ul className="install" aria-busy={!data}>
        {data?.programs.map((program) => (
          <ProgramChoice
            key={program.id}
            program={program}
            machines={machines}
            isRemoval={isRemoval}
            isPart={machines.length < count}
            isChosen={chosen.includes(program.id)}
            onToggle={() => toggle(program.id)}
          />
        ))}
      </ul>
      {data && <LeftOut {...data} />}
    </ChoiceModal>
  );
}

/** The programs that match the search but are not offered, with the reason. */
function LeftOut({ more, there, unfit }: Omit<Offer, 'programs'>) {
  const t = useT();
  const words = (['more', 'there', 'unfit'] as const).map((name) => {
    const count = { more, there, unfit }[name];
    return count > 0 && t(`machines.install.leftOut.${name}`, { smart_count: count });
  });
  return words.some(Boolean) ? <p className="soft">{words.filter(Boolean).join(' ')}</p> : null;
}

interface ProgramChoiceProps {
  program: ProgramView;
  machines: readonly Target[];
  isRemoval: boolean;
  /** There are machines that are not loaded. */
  isPart: boolean;
  isChosen: boolean;
  onToggle: () => void;
}

function ProgramChoice({ program, machines, isRemoval, isPart, isChosen, onToggle }: ProgramChoiceProps) {
  const t = useT();
  const ofCategory = machines.filter(({ category }) => category === program.category).length;
  return (
    <li>
      <label data-off={ofCategory === 0 || undefined}>
        <input
          type="checkbox"
          className="checkbox"
          checked={isChosen}
          disabled={ofCategory === 0}
          onChange={onToggle}
        />
        <ProgramPicture program={program} />
        <span className="install__name">
          <span className={`state strong ${program.approved ? 'name--approved' : 'name--unapproved'}`}>
            <StateSign sign={program.approved ? 'approved' : 'unapproved'} />
            {program.name}
          </span>
          {!program.approved && <small className="soft">{t('machines.install.unapproved')}</small>}
        </span>
        {!isRemoval && <FitWord program={program} machines={machines} isPart={isPart} />}
      </label>
    </li>
  );
}

/** LNT-04: on how many of the machines it runs, by the rule by which ovens refuse programs, and why not on the others. */
function FitWord({ program, machines, isPart }: Pick<ProgramChoiceProps, 'program' | 'machines' | 'isPart'>) {
  const t = useT();
  const language = useLanguage();
  const refusals = machines.flatMap((machine) => refusalOf(program, ovenOf(machine)) ?? []);
  const fitting = machines.length - refusals.length;
  if (refusals.length === 0)
    // With a single machine there is no difference to show.
    return machines.length === 1 || isPart ? null : <span className="soft">{t('machines.install.fitsAll')}</span>;
  if (refusals.every((reason) => reason === 'otherCategory') && fitting === 0) {
    const category = say(machineCategories[program.category].name, language).toLocaleLowerCase();
    return <span className="soft">{t('machines.install.fitsNone', { category })}</span>;
  }
  const reasons = [...new Set(refusals)].map((reason) => t(`machines.install.refusals.${reason}`));
  return (
    <span className="install__some">
      {machines.length > 1 && `${t('machines.install.fits', { count: fitting, total: machines.length })} · `}
      {reasons.join(', ')}
    </span>
  );
}

const ovenOf = ({ category, specifications }: Target) => ({
  category,
  steamTankCentilitres: specifications?.steamTankCentilitres ?? null,
});

interface Offer {
  programs: readonly ProgramView[];
  /** The number of programs beyond those that one call returns. */
  more: number;
  /** The number of programs that are already installed. */
  there: number;
  /** The number of programs for ovens of another category. */
  unfit: number;
}

/**
 * PRG-05: the programs that fit the machines and are not installed on all of them, and the number of others that match
 * the search. Some of the machines may not be loaded.
 */
function usePrograms(q: string, machines: readonly Target[], isPart: boolean, isRemoval: boolean) {
  const [only] = machines;
  const fitting = isPart ? {} : { category: [...new Set(machines.map(({ category }) => category))] };
  const onOne = only && machines.length === 1 && !isPart ? (isRemoval ? { machine: only.id } : { notOn: only.id }) : {};
  return useRead(
    readingBy<Offer>({
      about: 'programs',
      by: ['install', q, fitting, onOne],
      async ask(signal) {
        const total = async (query: Query) =>
          (await members<ProgramView>('/programs', { q, ...query, itemsPerPage: 0 }, signal)).total;
        const [all, fit, { data: programs, total: offered }] = await Promise.all([
          total({}),
          total(fitting),
          members<ProgramView>(
            '/programs',
            { q, ...fitting, ...onOne, 'order[name]': 'asc', page: 1, itemsPerPage: 100 },
            signal,
          ),
        ]);
        return {
          programs,
          more: offered - programs.length,
          there: isRemoval ? 0 : fit - offered,
          unfit: isRemoval ? 0 : all - fit,
        };
      },
      placeholderData: keepPreviousData,
    }),
  );
}
