import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { MachineView } from '@fournil/contract/machines/machine';
import { type ComponentProps, useState } from 'react';
import { Link } from 'react-router-dom';
import { call, useAct } from '../../data/index.ts';
import { useDifferencesT, useOwnProgramWords } from '../../differences/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { useNow } from '../../kit/format/useNow.ts';
import { listLink } from '../../kit/lists/listLink.ts';
import { MoreMenu } from '../../kit/MoreMenu.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { ProgramPicture } from '../../kit/signs/ProgramPicture.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useTypeset } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import { RemoveInstallation } from './RemoveInstallation.tsx';
import '../machineWords.css';

interface InstalledRowProps {
  installation: ProgramMachineView;
  machine: MachineView;
  isLast: boolean;
  isDragged: boolean;
  /** How far the row is moved from its position while a row is dragged, in pixels. */
  offset: number;
  grip: ComponentProps<'button'>;
  onMove: (position: number) => void;
}

export function InstalledRow({ installation, machine, isLast, isDragged, offset, grip, onMove }: InstalledRowProps) {
  const may = useMay();
  return (
    <li
      className="installed__row"
      data-dragged={isDragged || undefined}
      style={offset === 0 ? undefined : { transform: `translateY(${offset}px)` }}
    >
      {may('programMachines.edit') && <Order installation={installation} isLast={isLast} grip={grip} onMove={onMove} />}
      <ProgramPicture program={installation.program} />
      <ProgramName installation={installation} />
      <InstallationState installation={installation} machine={machine} />
      {installation.state === 'changedOnMachine' ? (
        <Decide installation={installation} machine={machine} />
      ) : (
        <OneThingToDo installation={installation} />
      )}
      {may('programMachines.delete') && <RowMenu installation={installation} machine={machine} />}
    </li>
  );
}

/** The position, the handle to drag, and buttons to move up or down; one that is not possible keeps the focus. */
function Order({
  installation: { position, program },
  isLast,
  grip,
  onMove,
}: Pick<InstalledRowProps, 'installation' | 'isLast' | 'grip' | 'onMove'>) {
  const t = useT();
  const name = program.name ?? t('machines.installed.restrictedName');
  const steps = [
    { sign: 'up', isOff: position === 1, label: t('machines.installed.up', { name }), to: position - 1 },
    { sign: 'down', isOff: isLast, label: t('machines.installed.down', { name }), to: position + 1 },
  ] as const;
  return (
    <span className="installed__order">
      <button type="button" className="installed__grip" aria-label={t('machines.installed.move', { name })} {...grip}>
        <Icon name="grip" size={16} />
      </button>
      <strong>{position}</strong>
      {steps.map(({ sign, isOff, label, to }) => (
        <button key={sign} type="button" aria-disabled={isOff} aria-label={label} onClick={() => !isOff && onMove(to)}>
          <Icon name={sign} size={16} />
        </button>
      ))}
    </span>
  );
}

function ProgramName({ installation: { program } }: { installation: ProgramMachineView }) {
  const t = useT();
  const may = useMay();
  const className = `installed__name machine-name ${program.approved ? 'name--approved' : 'name--unapproved'}`;
  const content = (
    <>
      <StateSign sign={program.approved ? 'approved' : 'unapproved'} />
      <span className="machine-name__text">{program.name ?? t('machines.installed.restricted')}</span>
    </>
  );
  if (program.restricted || !may('programs.show')) {
    return (
      <span className={className} title={program.restricted ? t('machines.installed.restrictedHint') : undefined}>
        {content}
        {program.restricted && <span className="unseen"> {t('machines.installed.restrictedHint')}</span>}
      </span>
    );
  }
  return (
    <Link className={className} to={`/programs/${program.id}/show`}>
      {content}
    </Link>
  );
}

/** The state on the machine with its reason underneath. */
function InstallationState({ installation, machine }: { installation: ProgramMachineView; machine: MachineView }) {
  const t = useT();
  const dates = useDates(machine);
  const now = useNow(30_000);
  const ownProgram = useOwnProgramWords();
  const { state, since, change } = installation;
  return (
    <span className={`installed__state installed__state--${state}`}>
      <StateSign sign={state} />
      <span>
        <strong>{ownProgram(change) ?? t(`machines.installed.states.${state}`)}</strong>
        <small title={dates.date(since, 'exact')}>
          {state === 'synchronised' ? dates.ago(since, now) : <Reason installation={installation} machine={machine} />}
        </small>
      </span>
    </span>
  );
}

function Reason({
  installation: { state, reason, program },
  machine,
}: {
  installation: ProgramMachineView;
  machine: MachineView;
}) {
  const typeset = useTypeset();
  const t = useT();
  if (reason) return typeset(reason);
  if (state === 'changedOnMachine') return t('machines.installed.reasons.changed');
  if (state === 'notSent')
    return t(
      program.approved ? 'machines.installed.reasons.notSentMachine' : 'machines.installed.reasons.notSentUnapproved',
    );
  if (state === 'pending')
    return t(
      machine.connection.connected ? 'machines.installed.reasons.pending' : 'machines.installed.reasons.pendingAway',
    );
  return null;
}

/** MNU-02: the comparison with what was changed at the oven, and the approved program back. */
function Decide({ installation, machine }: { installation: ProgramMachineView; machine: MachineView }) {
  const t = useT();
  const differencesT = useDifferencesT();
  const may = useMay();
  const restore = useRestore();
  const { program } = installation;
  const name = program.name ?? '';
  return (
    <span className="installed__decide">
      <Link
        className="button button--small"
        aria-label={`${differencesT('differences.compare.open')}, ${name}`}
        to={listLink('differences', { machine: machine.id, program: program.id })}
      >
        {differencesT('differences.compare.open')}
      </Link>
      {may('programMachines.edit') && (
        <button
          type="button"
          className="button button--small"
          disabled={restore.isPending}
          aria-label={`${t('machines.installed.restore')}, ${name}`}
          onClick={() => restore.act(installation)}
        >
          {t('machines.installed.restore')}
        </button>
      )}
    </span>
  );
}

function OneThingToDo({ installation }: { installation: ProgramMachineView }) {
  const t = useT();
  const may = useMay();
  const { state, program } = installation;
  const name = program.name ?? '';
  if (program.restricted || !may('programs.show')) return null;
  if (state === 'refused' && may('programs.edit')) {
    return (
      <Link
        className="button button--small"
        aria-label={`${t('machines.installed.correct')}, ${name}`}
        to={`/programs/${program.id}/1`}
      >
        {t('machines.installed.correct')}
      </Link>
    );
  }
  if (state === 'notSent' && !program.approved && may('programs.approve')) {
    return (
      <Link
        className="button button--small"
        aria-label={`${t('machines.installed.review')}, ${name}`}
        to={`/programs/${program.id}/show`}
      >
        {t('machines.installed.review')}
      </Link>
    );
  }
  return null;
}

function RowMenu({ installation, machine }: { installation: ProgramMachineView; machine: MachineView }) {
  const t = useT();
  const [isRemoving, setRemoving] = useState(false);
  const name = installation.program.name ?? t('machines.installed.restrictedName');
  return (
    <>
      <MoreMenu
        isBare
        className="installed__menu"
        label={t('machines.installed.actions', { name })}
        entries={[{ icon: 'trash', label: t('machines.installed.remove'), act: () => setRemoving(true) }]}
      />
      {isRemoving && (
        <RemoveInstallation
          installation={installation}
          machine={machine}
          name={name}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}

/** Sends the console's revision again to a machine on which someone changed the program. */
function useRestore() {
  return useAct({
    changes: 'programMachines',
    // With the change that was shown, so that a later one is not overwritten with it.
    send: ({ id, change }: ProgramMachineView) =>
      call<ProgramMachineView>(`/programMachines/${id}/restore`, {
        method: 'POST',
        ...(change ? { body: { sha256: change.sha256 } } : {}),
      }),
  });
}
