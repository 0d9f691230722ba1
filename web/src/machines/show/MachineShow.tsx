import type { MachineView } from '@fournil/contract/machines/machine';
import { useState } from 'react';
import { Navigate, NavLink, Route, Routes } from 'react-router-dom';
import { useRead } from '../../data/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { part } from '../../kit/pages/part.tsx';
import { RecordPage } from '../../kit/pages/RecordPage.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { PairingPanel } from '../forms/PairingPanel.tsx';
import { MachineGone } from '../MachineGone.tsx';
import { faultsReading } from '../machineQueries.ts';
import { useT } from '../messages.ts';
import { ProgramsTab } from '../programs/ProgramsTab.tsx';
import { RefusedMessages } from '../refused/RefusedMessages.tsx';
import { ComingUpdate } from '../software/ComingUpdate.tsx';
import { LiveStrip } from './LiveStrip.tsx';
import { MachineHeader } from './MachineHeader.tsx';
import { ReleaseMachine } from './ReleaseMachine.tsx';
import '../../kit/pages/tabs.css';
import './machineShow.css';

const FaultsTab = part(() => import('../history/FaultsTab.tsx'), 'FaultsTab');
const HistoryTab = part(() => import('../history/HistoryTab.tsx'), 'HistoryTab');
const StatsTab = part(() => import('../stats/StatsTab.tsx'), 'StatsTab');

/** MAC-03 */
export function MachineShow() {
  return (
    <RecordPage<MachineView>
      of="machine"
      act="machines.show"
      isAfresh={false}
      titleOf={({ name }) => name}
      gone={() => <MachineGone />}
      skeleton={<ShowSkeleton />}
    >
      {(machine) => <Machine machine={machine} />}
    </RecordPage>
  );
}

function Machine({ machine }: { machine: MachineView }) {
  const t = useT();
  return (
    <div className="page machine">
      <MachineHeader machine={machine} />
      {machine.pairing.isLost && (
        <div className="panel machine__alarm" role="alert">
          <StateSign sign="failing" size={18} />
          <p>{t('machines.pairing.isLost')}</p>
        </div>
      )}
      {machine.pairing.state === 'paired' ? <LiveStrip machine={machine} /> : <PairingPanel machine={machine} />}
      <TwoPlaces machine={machine} />
      <ComingUpdate machine={machine} />
      <Tabs machine={machine} />
      <Routes>
        <Route path="/" element={<ProgramsTab />} />
        <Route path="/history" element={<HistoryTab />} />
        <Route path="/defaults" element={<FaultsTab />} />
        <Route path="/stats" element={<StatsTab />} />
        <Route path="*" element={<Navigate to={`/machines/${machine.id}/show`} replace />} />
      </Routes>
      <RefusedMessages machine={machine} isQuiet />
    </div>
  );
}

/** SEC-04 */
function TwoPlaces({ machine }: { machine: MachineView }) {
  const t = useT();
  const may = useMay();
  const dates = useDates(machine);
  const [isReleasing, setReleasing] = useState(false);
  const { twoPlacesAt } = machine.connection;
  if (!twoPlacesAt) return null;
  return (
    <div className="panel machine__alarm" role="alert">
      <StateSign sign="failing" size={18} />
      <p>{t('machines.pairing.twoPlaces', { at: dates.date(twoPlacesAt, 'dayAndTime') })}</p>
      {may('machines.approve') && (
        <button type="button" className="button button--small" onClick={() => setReleasing(true)}>
          {t('machines.release.action')}
        </button>
      )}
      {isReleasing && <ReleaseMachine machine={machine} onClose={() => setReleasing(false)} />}
    </div>
  );
}

function Tabs({ machine }: { machine: MachineView }) {
  const t = useT();
  const { data: errors } = useRead(faultsReading(machine.id));
  const open = errors?.filter(({ dateEnd }) => !dateEnd).length ?? machine.openErrorCount;
  const tabs = [
    { name: 'programs', path: '', note: String(machine.programCount) },
    { name: 'history', path: '/history', note: '' },
    { name: 'defaults', path: '/defaults', note: open > 0 ? String(open) : t('machines.show.noneOpen') },
    { name: 'stats', path: '/stats', note: '' },
  ] as const;
  return (
    <nav className="tabs" aria-label={machine.name}>
      {tabs.map(({ name, path, note }) => (
        <NavLink
          key={name}
          to={`/machines/${machine.id}/show${path}`}
          end
          replace
          data-alarm={(name === 'defaults' && open > 0) || undefined}
        >
          {t(`machines.show.tabs.${name}`)}{' '}
          {note && <small data-quiet={(name === 'defaults' && open === 0) || undefined}>{note}</small>}
        </NavLink>
      ))}
    </nav>
  );
}

function ShowSkeleton() {
  return (
    <div className="page machine" aria-busy="true">
      <div className="machine__skeleton">
        <span className="skeleton" style={{ width: 280, height: 24 }} />
        <span className="skeleton" style={{ width: 420 }} />
      </div>
      <div className="glass" />
    </div>
  );
}
