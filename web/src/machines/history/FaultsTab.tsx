import { say } from '@fournil/contract/kit/words';
import { faultTexts } from '@fournil/contract/machines/faults';
import type { FaultView, MachineView } from '@fournil/contract/machines/machine';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useRead } from '../../data/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { When } from '../../kit/format/When.tsx';
import { listLink } from '../../kit/lists/listLink.ts';
import { Outages } from '../../kit/outages/Outages.tsx';
import { EmptyState } from '../../kit/pages/EmptyState.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useRecordOfAddress } from '../../kit/pages/useRecordOfAddress.ts';
import { May } from '../../kit/session/May.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { faultsReading } from '../machineQueries.ts';
import { useT } from '../messages.ts';
import { ExtractButton } from './ExtractButton.tsx';
import '../machineWords.css';
import './defaults.css';

/** MAC-03: the faults, open ones first, each with its meaning, causes and remedy; SCL-01: losses of the connection. */
export function FaultsTab() {
  const { data: machine } = useRecordOfAddress<MachineView>('machines');
  return (
    machine && (
      <>
        <Defaults machine={machine} />
        <Outages about={['machineParts', machine.id]} path={`/machines/${machine.id}/outages`} machine={machine} />
      </>
    )
  );
}

const filters = ['all', 'open', 'ended'] as const;

function Defaults({ machine }: { machine: MachineView }) {
  const t = useT();
  const [filter, setFilter] = useState<(typeof filters)[number]>('all');
  const { data: errors, error, refetch } = useRead(faultsReading(machine.id));
  if (error && !errors) return <Failed onRetry={() => void refetch()} />;
  if (!errors) return null;
  if (errors.length === 0) return <NoFault />;
  const groups = {
    open: errors.filter(({ dateEnd }) => !dateEnd),
    ended: errors.filter(({ dateEnd }) => dateEnd),
  };
  return (
    <div className="defaults">
      <div className="defaults__tools">
        {filters.map((one) => (
          <button key={one} type="button" className="chip" aria-pressed={filter === one} onClick={() => setFilter(one)}>
            {t(`machines.defaults.filters.${one}`)} {one !== 'all' && <small>{groups[one].length}</small>}
          </button>
        ))}
        <Link className="link" to={listLink('faults', { machine: machine.id })}>
          {t('machines.faults.ofMachine')}
        </Link>
        <May act="machines.extract">
          <ExtractButton machine={machine} kind="errors" />
        </May>
      </div>
      {(['open', 'ended'] as const)
        .filter((one) => filter === 'all' || filter === one)
        .map((one) => (
          <Group key={one} name={one} faults={groups[one]} isAlone={filter === one} machine={machine} />
        ))}
    </div>
  );
}

interface GroupProps {
  name: 'open' | 'ended';
  faults: readonly FaultView[];
  isAlone: boolean;
  machine: MachineView;
}

function Group({ name, faults, isAlone, machine }: GroupProps) {
  const t = useT();
  if (faults.length === 0)
    return isAlone ? (
      <p className="soft defaults__none">
        {t(name === 'open' ? 'machines.defaults.none' : 'machines.defaults.noneEnded')}
      </p>
    ) : null;
  return (
    <>
      <h2>{t(name === 'open' ? 'machines.defaults.open' : 'machines.defaults.earlier')}</h2>
      {faults.map((one) => (
        <Fault key={one.id} fault={one} machine={machine} />
      ))}
    </>
  );
}

function Fault({ fault, machine }: { fault: FaultView; machine: MachineView }) {
  const t = useT();
  const dates = useDates(machine);
  const { name, meaning, causes, advice } = faultTexts[fault.name];
  const isOpen = fault.dateEnd === null;
  const parts = { meaning, causes, advice };
  return (
    <details className="fault" open={isOpen} data-open={isOpen || undefined}>
      <summary>
        <StateSign sign={isOpen ? 'failing' : 'resolved'} size={16} />
        <strong className={isOpen ? 'state--failing' : undefined}>
          {fault.name} {say(name, dates.language)}
        </strong>
        <span className="fault__fold">
          <Icon name="chevronDown" size={16} />
        </span>
        <span className="fault__dates">
          {dates.date(fault.dateStart, 'dayAndTime')}
          {' → '}
          {fault.dateEnd ? (
            <>
              {dates.date(fault.dateEnd, 'dayAndTime')}
              <span className="soft">
                {' '}
                ·{' '}
                {t('machines.defaults.lasted', {
                  span: dates.span((Date.parse(fault.dateEnd) - Date.parse(fault.dateStart)) / 1000),
                })}
              </span>
            </>
          ) : (
            <>
              <strong className="state--failing">{t('machines.defaults.notResolved')}</strong>
              <span className="soft">
                {' · '}
                <When at={fault.dateStart} machine={machine} />
              </span>
            </>
          )}
        </span>
      </summary>
      {(fault.byServer || fault.clockWrong) && (
        <p className="soft fault__clock">
          {t(fault.byServer ? 'machines.defaults.byServer' : 'machines.defaults.clockWrong')}
        </p>
      )}
      <dl>
        {(['meaning', 'causes', 'advice'] as const).map((part) => (
          <div key={part}>
            <dt>{t(`machines.defaults.${part}`)}</dt>
            <dd>{say(parts[part], dates.language)}</dd>
          </div>
        ))}
      </dl>
      <p className="fault__more">
        <Link className="link" to={listLink('faults', { kind: fault.name })}>
          {t('machines.faults.ofKind', { kind: fault.name })}
        </Link>
      </p>
    </details>
  );
}

function NoFault() {
  const t = useT();
  return (
    <EmptyState
      sign={<StateSign sign="resolved" size={28} />}
      title={t('machines.defaults.none')}
      body={t('machines.defaults.noneHint')}
    />
  );
}
