import { idOf } from '@fournil/contract/kit/addresses';
import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { MachineView } from '@fournil/contract/machines/machine';
import type { ProgramView } from '@fournil/contract/programs/program';
import { Link } from 'react-router-dom';
import { readingList, useRead } from '../../data/index.ts';
import { DifferencesLink } from '../../differences/index.ts';
import { When } from '../../kit/format/When.tsx';
import { listLink } from '../../kit/lists/listLink.ts';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useTypeset } from '../../kit/useT.ts';
import { MenusOfProgram } from '../../menus/index.ts';
import { useT } from '../messages.ts';

/**
 * The machines that are to hold a program: those on which it is missing first, each with the reason; and a link to the
 * others of its category.
 */
export function HoldingMachines({ program: { id: programId, category } }: { program: ProgramView }) {
  const t = useT();
  const may = useMay();
  const typeset = useTypeset();
  const { data, error, refetch } = useRead(
    readingList<ProgramMachineView>({
      about: 'programMachines',
      path: '/programMachines',
      query: { program: programId, 'order[state]': 'asc', page: 1, itemsPerPage: 100 },
    }),
  );
  const there = useRead(
    readingList<ProgramMachineView>({
      about: 'programMachines',
      path: '/programMachines',
      query: { program: programId, state: 'synchronised', page: 1, itemsPerPage: 0 },
    }),
  ).data?.total;
  return (
    <section>
      <h2>
        {t('resources.programs.show.machines')}{' '}
        {data && there !== undefined && data.total > 0 && (
          <small className="soft">{t('resources.programs.show.held', { count: there, total: data.total })}</small>
        )}
      </h2>
      <DifferencesLink of={{ program: programId }} />
      {may('menus.list') && <MenusOfProgram programId={programId} />}
      {error && <Failed onRetry={() => void refetch()} />}
      {data?.total === 0 && <p className="soft">{t('resources.programs.show.noMachine')}</p>}
      <ul className="holding">
        {data?.data.map((one) => (
          <li key={one.id}>
            <span className="holding__name">
              <Link className="clamp" to={`/machines/${idOf(one.machine)}/show`} title={one.machineName}>
                {one.machineName}
              </Link>
            </span>
            <span className="state">
              <StateSign sign={one.state} /> {t(`resources.programs.installed.${one.state}`)}
            </span>
            <span className="soft holding__since">
              <When at={one.since} />
            </span>
            {one.reason && <span className="holding__reason">{typeset(one.reason)}</span>}
            {one.waitsFor && (
              <span className="holding__waits">{t(`resources.programs.installed.waits.${one.waitsFor}`)}</span>
            )}
          </li>
        ))}
      </ul>
      {data && data.total > data.data.length && (
        <Link to={listLink('machines', { programs: programId })}>
          {t('resources.programs.show.allMachines', { count: data.total })}
        </Link>
      )}
      {may('machines.list') && <OtherMachines filter={{ category, withoutProgram: programId }} />}
    </section>
  );
}

/** A link to the list of the machines with this filter, and how many they are; nothing without any. */
function OtherMachines({ filter }: { filter: { category: string; withoutProgram: string } }) {
  const t = useT();
  const { data } = useRead(
    readingList<MachineView>({ about: 'machines', path: '/machines', query: { ...filter, page: 1, itemsPerPage: 0 } }),
  );
  if (!data?.total) return null;
  return (
    <p>
      <Link to={listLink('machines', filter)}>{t('resources.programs.show.missing', { smart_count: data.total })}</Link>
    </p>
  );
}
