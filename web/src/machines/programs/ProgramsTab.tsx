import type { InstallationState, ProgramMachineView } from '@fournil/contract/machines/installation';
import type { MachineView } from '@fournil/contract/machines/machine';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { useRead } from '../../data/index.ts';
import { useBulk } from '../../kit/bulk/useBulk.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useOrderDrag } from '../../kit/order/useOrderDrag.ts';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useRecordOfAddress } from '../../kit/pages/useRecordOfAddress.ts';
import { useMay } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { ProgramThumbnail } from '../../kit/signs/ProgramThumbnail.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { MenusOfMachine } from '../../menus/index.ts';
import { installationsReading } from '../machineQueries.ts';
import { useT } from '../messages.ts';
import { MachineSide } from '../show/MachineSide.tsx';
import { InstallDialog } from './InstallDialog.tsx';
import { InstalledRow } from './InstalledRow.tsx';
import { useMoveInstallation } from './useMoveInstallation.ts';
import './installed.css';
import { EmptyState } from '../../kit/pages/EmptyState.tsx';

const told: InstallationState[] = ['pending', 'refused', 'changedOnMachine', 'notSent'];

/** The programs of this machine in the order of its screen, each with its state on the machine. */
export function ProgramsTab() {
  const { data: machine } = useRecordOfAddress<MachineView>('machines');
  return (
    machine && (
      <div className="machine__columns">
        <Installed machine={machine} />
        <MachineSide machine={machine} />
      </div>
    )
  );
}

function Installed({ machine }: { machine: MachineView }) {
  const t = useT();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const bulk = useBulk({ ids: [machine.id] });
  const {
    data: installations,
    error,
    refetch,
  } = useRead({ ...installationsReading(machine.id), enabled: may('programMachines.list') });
  if (error && !installations) return <Failed onRetry={() => void refetch()} />;
  return (
    <section className="installed">
      <div className="installed__head">
        <span className="soft">{t('machines.installed.lead')}</span>
        <Counts installations={installations ?? []} />
        {may('programMachines.create') && may('programs.list') && (
          <button type="button" className="button button--main button--small" onClick={() => setAdding(true)}>
            <Icon name="plus" size={16} />
            {t('machines.installed.add')}
          </button>
        )}
      </div>
      {may('menus.ofMachine') && <MenusOfMachine machine={machine} />}
      {installations?.length === 0 ? <NoProgram /> : <Rows machine={machine} installations={installations ?? []} />}
      <p className="installed__proof">
        <Link className="link" to={`/machines/${machine.id}/contents`}>
          {t('machines.contents.open')}
        </Link>
      </p>
      {isAdding && (
        <InstallDialog
          machines={[machine]}
          onClose={() => setAdding(false)}
          onChosen={(programs, label) => {
            setAdding(false);
            bulk.ask('machines.install', { programs }, label);
          }}
        />
      )}
      {bulk.dialog}
    </section>
  );
}

function Counts({ installations }: { installations: readonly ProgramMachineView[] }) {
  const t = useT();
  return told.map((state) => {
    const count = installations.filter((one) => one.state === state).length;
    return (
      count > 0 && (
        <span key={state} className={`state strong installed__state--${state}`}>
          <StateSign sign={state} />
          {t(`machines.installed.count.${state}`, { smart_count: count })}
        </span>
      )
    );
  });
}

/** MNU-01: first the programs of menus, whose order is that of the menus; then those added by hand, which can be moved. */
function Rows({ machine, installations }: { machine: MachineView; installations: readonly ProgramMachineView[] }) {
  const kitT = useKitT();
  const hint = useId();
  const { move, said } = useMoveInstallation(machine);
  const ofMenus = installations.filter(({ menu }) => menu !== null);
  const byHand = installations.filter(({ menu }) => menu === null);
  const ids = byHand.map(({ id }) => id);
  const { list, grip, draggedId, offsetOf } = useOrderDrag(ids, (id, to) => {
    const one = byHand.find((installation) => installation.id === id);
    if (one) move(one, ofMenus.length + to + 1);
  });
  return (
    <>
      {ofMenus.length > 0 && (
        <ol>
          {ofMenus.map((one) => (
            <InstalledRow key={one.id} installation={one} machine={machine} />
          ))}
        </ol>
      )}
      {byHand.length > 0 && (
        <ol
          ref={list}
          className="order-list"
          start={ofMenus.length + 1}
          data-dragging={draggedId !== null || undefined}
        >
          {byHand.map((one, index) => (
            <InstalledRow
              key={one.id}
              installation={one}
              machine={machine}
              isDragged={draggedId === one.id}
              offset={offsetOf(index)}
              order={{
                isFirst: index === 0,
                isLast: index === byHand.length - 1,
                grip: { ...grip(one.id, index), 'aria-describedby': hint },
                onMove: (position) => move(one, position),
              }}
            />
          ))}
        </ol>
      )}
      <span id={hint} className="unseen">
        {kitT('kit.order.hint')}
      </span>
      <span className="unseen" role="status">
        {said}
      </span>
    </>
  );
}

function NoProgram() {
  const t = useT();
  return (
    <EmptyState
      sign={<ProgramThumbnail phaseGroups={[]} />}
      title={t('machines.installed.emptyTitle')}
      body={t('machines.installed.emptyBody')}
    />
  );
}
