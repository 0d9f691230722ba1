import { idOf } from '@fournil/contract/kit/addresses';
import { say } from '@fournil/contract/kit/words';
import { faultKindWords, type ListedFault } from '@fournil/contract/machines/faultList';
import { Link } from 'react-router-dom';
import { useDates } from '../../kit/format/dates.ts';
import { useNow } from '../../kit/format/useNow.ts';
import type { DataColumn } from '../../kit/lists/DataTable.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useT } from '../messages.ts';

export function useFaultColumns(): DataColumn<ListedFault>[] {
  const t = useT();
  return [
    { name: 'kind', label: t('machines.faults.kind'), order: 'kind', cell: (fault) => <Kind fault={fault} /> },
    {
      name: 'machine',
      label: t('machines.faults.machine'),
      order: 'machineName',
      cell: ({ machine, machineName }) => (
        <Link className="clamp" to={`/machines/${idOf(machine)}/show`} title={machineName}>
          {machineName}
        </Link>
      ),
    },
    {
      name: 'structure',
      label: t('machines.faults.structure'),
      order: 'structureName',
      cell: ({ structureName }) => (
        <span className="clamp" title={structureName ?? undefined}>
          {structureName ?? '–'}
        </span>
      ),
    },
    {
      name: 'start',
      label: t('machines.faults.start'),
      order: 'dateStart',
      isLatestFirst: true,
      cell: (fault) => <Instant at={fault.dateStart} fault={fault} />,
    },
    {
      name: 'end',
      label: t('machines.faults.end'),
      order: 'dateEnd',
      isLatestFirst: true,
      only: 'table',
      cell: (fault) => <Instant at={fault.dateEnd} fault={fault} />,
    },
    {
      name: 'duration',
      label: t('machines.faults.duration'),
      order: 'duration',
      isLatestFirst: true,
      cell: (fault) => <Duration fault={fault} />,
    },
    {
      name: 'program',
      label: t('machines.faults.baking'),
      order: 'program',
      cell: ({ bake }) => (
        <span className="clamp" title={bake?.program?.name}>
          {bake ? (bake.program?.name ?? t('machines.faults.byHand')) : '–'}
        </span>
      ),
    },
  ];
}

/** Leads to its meaning and remedy. */
function Kind({ fault: { kind, machine, dateEnd, otherMachines } }: { fault: ListedFault }) {
  const t = useT();
  const { language } = useDates();
  return (
    <span className="fault-kind">
      <span className="state">
        <StateSign sign={dateEnd ? 'resolved' : kind === 'outage' ? 'away' : 'failing'} size={16} />
        <Link to={`/machines/${idOf(machine)}/show/defaults`}>
          {kind !== 'outage' && <strong>{kind}</strong>} {say(faultKindWords(kind), language)}
        </Link>
      </span>
      {otherMachines > 0 && (
        <small className="soft">{t('machines.faults.others', { smart_count: otherMachines })}</small>
      )}
    </span>
  );
}

/** In the zone that the reader prefers, which may be that of the machine. */
function Instant({ at, fault: { timezone, clockWrong } }: { at: string | null; fault: ListedFault }) {
  const t = useT();
  const dates = useDates({ timezone });
  if (at === null) return <span className="soft">{t('machines.defaults.notResolved')}</span>;
  return (
    <span className="fault-kind">
      <time dateTime={at} title={dates.date(at, 'exact')}>
        {dates.date(at, 'dayAndTime')}
      </time>
      {clockWrong && <small className="soft">{t('machines.faults.clockWrong')}</small>}
    </span>
  );
}

function Duration({ fault: { dateStart, dateEnd } }: { fault: ListedFault }) {
  const dates = useDates();
  const now = useNow(30_000);
  const span = dates.span(((dateEnd ? Date.parse(dateEnd) : now) - Date.parse(dateStart)) / 1000);
  return <span className={dateEnd ? 'fault-span' : 'fault-span state--failing'}>{span}</span>;
}
