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
import { useKitT } from '../../kit/messages.ts';
import { OrderControls } from '../../kit/order/OrderControls.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { ProgramPicture } from '../../kit/signs/ProgramPicture.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useTypeset } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import { RemoveInstallation } from './RemoveInstallation.tsx';
import '../machineWords.css';

interface InstalledRowProps {
  installation: ProgramMachineView;
  machine: MachineView;
  /** Missing for a program whose position its menu determines. */
  order?: Pick<ComponentProps<typeof OrderControls>, 'isFirst' | 'isLast' | 'grip' | 'onMove'> | undefined;
  isDragged?: boolean;
  /** How far the row is moved from its position while a row is dragged, in pixels. */
  offset?: number;
}

export function InstalledRow({ installation, machine, order, isDragged = false, offset = 0 }: InstalledRowProps) {
  const may = useMay();
  return (
    <li
      className="installed__row"
      data-dragged={isDragged || undefined}
      style={offset === 0 ? undefined : { transform: `translateY(${offset}px)` }}
    >
      <Order installation={installation} order={order} />
      <ProgramPicture program={installation.program} />
      <span className="installed__what">
        <ProgramName installation={installation} />
        <Origin installation={installation} />
      </span>
      <InstallationState installation={installation} machine={machine} />
      {installation.state === 'changedOnMachine' ? (
        <Decide installation={installation} machine={machine} />
      ) : (
        <OneThingToDo installation={installation} />
      )}
      {may('programMachines.delete') && !installation.menu && <RowMenu installation={installation} machine={machine} />}
    </li>
  );
}

/** The position; with the controls that change it, except of a program that a menu puts there (MNU-01). */
function Order({ installation, order }: Pick<InstalledRowProps, 'installation' | 'order'>) {
  const t = useT();
  const may = useMay();
  const { position, program } = installation;
  if (!may('programMachines.edit')) return null;
  if (!order) return <strong className="installed__position">{position}</strong>;
  return <OrderControls position={position} name={program.name ?? t('machines.installed.restrictedName')} {...order} />;
}

function ProgramName({ installation: { program } }: { installation: ProgramMachineView }) {
  const t = useT();
  const kitT = useKitT();
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
      <span className={className} title={program.restricted ? kitT('kit.restrictedProgram') : undefined}>
        {content}
        {program.restricted && <span className="unseen"> {kitT('kit.restrictedProgram')}</span>}
      </span>
    );
  }
  return (
    <Link className={className} to={`/programs/${program.id}/show`}>
      {content}
    </Link>
  );
}

/** MNU-01: the menu that puts it there, whose place is above the list, or that it was added by hand. */
function Origin({ installation: { menu, addedByHand } }: { installation: ProgramMachineView }) {
  const t = useT();
  const may = useMay();
  if (!menu)
    return (
      <small className="installed__origin soft">{t(`machines.installed.${addedByHand ? 'byHand' : 'leaving'}`)}</small>
    );
  if (menu.name === null) return <small className="installed__origin soft">{t('machines.installed.fromHidden')}</small>;
  return (
    <small className="installed__origin soft">
      {t('machines.installed.fromMenu')}{' '}
      {may('menus.list') ? <Link to={`/menus/${menu.id}/show`}>{menu.name}</Link> : menu.name}
      {addedByHand && `, ${t('machines.installed.alsoByHand')}`}
    </small>
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

function Reason({ installation, machine }: { installation: ProgramMachineView; machine: MachineView }) {
  const typeset = useTypeset();
  const t = useT();
  const { state, reason, waitsFor } = installation;
  if (reason) return typeset(reason);
  if (state === 'changedOnMachine') return t('machines.installed.reasons.changed');
  if (state === 'notSent') return t(`machines.installed.reasons.waits.${waitsFor ?? 'approval'}`);
  if (state === 'pending') return t(`machines.installed.reasons.waits.${pendingWait(installation, machine)}`);
  return null;
}

/** As the machine is now: it tells its connection and its bakes live. */
function pendingWait({ program }: ProgramMachineView, { connection, now }: MachineView) {
  if (!connection.connected) return 'connection';
  return now.program?.id === program.id ? 'bake' : 'confirmation';
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
