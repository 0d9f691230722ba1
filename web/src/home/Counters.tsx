import type { HomeInfos } from '@fournil/contract/home/homeInfos';
import type { Action } from '@fournil/contract/rights/policy';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { listLink } from '../kit/lists/listLink.ts';
import { useMay, useProfile } from '../kit/session/profile.ts';
import { FleetSigns } from '../kit/signs/FleetSigns.tsx';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useNumber } from '../kit/useT.ts';
import { useT } from './messages.ts';

interface Counter {
  name: 'machinesConnected' | 'programsApproved' | 'machinesToBeApproved' | 'structureWithMachines' | 'usersCount';
  to: string;
  act: Action;
}

const counters: Counter[] = [
  { name: 'machinesConnected', to: listLink('machines', { connected: true }), act: 'machines.list' },
  { name: 'programsApproved', to: listLink('programs', { approved: true }), act: 'programs.list' },
  { name: 'machinesToBeApproved', to: listLink('machines', { approved: false }), act: 'machines.list' },
  { name: 'structureWithMachines', to: listLink('structures', { withMachines: true }), act: 'structures.open' },
  { name: 'usersCount', to: listLink('users', { active: true }), act: 'users.list' },
];

/** HOM-03: each number is a link to exactly what it counts. Marked as busy while newer numbers are loaded. */
export function Counters({ infos, isFetching }: { infos: HomeInfos; isFetching: boolean }) {
  const t = useT();
  const number = useNumber();
  const may = useMay();
  const profile = useProfile();
  const isOfOrganisation = profile?.kind === 'clientAdmin' || profile?.kind === 'user';
  return (
    <ul className="counters" aria-label={t('home.summary')} aria-busy={isFetching}>
      {counters.map(({ name, to, act }) => (
        <li key={name}>
          <MaybeLink to={isOfOrganisation && may(act) ? to : null}>
            <span
              className="counters__figure"
              data-waiting={name === 'machinesToBeApproved' && infos[name] > 0 ? true : undefined}
            >
              {number(infos[name])}
              {name === 'machinesConnected' && <small> / {number(infos.machines)}</small>}
            </span>
            <span className="counters__label">
              {name === 'machinesConnected' && <StateSign sign="connected" size={12} />}
              {t(`home.counters.${name}`, { smart_count: infos[name] })}
            </span>
            {name === 'machinesConnected' && infos.machines > 0 && <Fleet infos={infos} />}
          </MaybeLink>
        </li>
      ))}
    </ul>
  );
}

function Fleet({ infos }: { infos: HomeInfos }) {
  const { machines, machinesConnected, machinesFailing: failing, machinesAway: away } = infos;
  const connected = Math.max(0, machinesConnected - failing);
  return (
    <FleetSigns
      perLine={29}
      most={116}
      counts={{ connected, failing, away, notApproved: Math.max(0, machines - connected - failing - away) }}
    />
  );
}

function MaybeLink({ to, children }: { to: string | null; children: ReactNode }) {
  return to ? <Link to={to}>{children}</Link> : <div>{children}</div>;
}
