import { idOf } from '@fournil/contract/kit/addresses';
import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { readingList, useRead } from '../../data/index.ts';
import { DifferencesLink } from '../../differences/index.ts';
import { When } from '../../kit/format/When.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useTypeset } from '../../kit/useT.ts';
import { MenusOfProgram } from '../../menus/index.ts';
import { useT } from '../messages.ts';

/** The machines that hold a program, with its state on each. */
export function HoldingMachines({ programId }: { programId: string }) {
  const t = useT();
  const may = useMay();
  const typeset = useTypeset();
  const { data, error, refetch } = useRead(
    readingList<ProgramMachineView>({
      about: 'programMachines',
      path: '/programMachines',
      query: { program: programId, page: 1, itemsPerPage: 100 },
    }),
  );
  return (
    <section>
      <h2>
        {t('resources.programs.show.machines')} {data && <small className="soft">{data.total}</small>}
      </h2>
      <DifferencesLink of={{ program: programId }} />
      {may('menus.list') && (
        <Suspense fallback={null}>
          <MenusOfProgram programId={programId} />
        </Suspense>
      )}
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
          </li>
        ))}
      </ul>
    </section>
  );
}
