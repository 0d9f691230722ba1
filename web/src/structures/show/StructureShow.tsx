import type { StructureDetail } from '@fournil/contract/structures/structure';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { HoursPart } from '../../hours/index.ts';
import { ZoneNow } from '../../kit/format/ZoneNow.tsx';
import { HistoryPart } from '../../kit/history/RecordHistory.tsx';
import { useKitT } from '../../kit/messages.ts';
import { Outages } from '../../kit/outages/Outages.tsx';
import { RecordPage } from '../../kit/pages/RecordPage.tsx';
import { May } from '../../kit/session/May.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { DeleteStructures } from '../deletion/DeleteStructures.tsx';
import { MachineSigns } from '../MachineSigns.tsx';
import { useT } from '../messages.ts';
import { StructureName } from '../StructureName.tsx';
import { ChildrenPart } from './ChildrenPart.tsx';
import { MachinesPart } from './MachinesPart.tsx';
import { UsersPart } from './UsersPart.tsx';
import './structureShow.css';

/** STR-02, STR-03 */
export function StructureShow() {
  return (
    <RecordPage<StructureDetail>
      of="structure"
      act="structures.show"
      titleOf={({ name }) => name}
      skeleton={<ShowSkeleton />}
    >
      {(structure) => <Structure structure={structure} />}
    </RecordPage>
  );
}

function Structure({ structure }: { structure: StructureDetail }) {
  const t = useT();
  return (
    <div className="page structure">
      <header className="structure__head">
        <div className="structure__title">
          <Path structure={structure} />
          <h1>{structure.name}</h1>
          <p className="structure__facts">
            <span>
              {structure.userInCharge
                ? t('structures.show.inChargeOf', { name: structure.userInCharge.fullName })
                : t('structures.show.nobody')}
            </span>
            <Zone structure={structure} />
            <MachineSigns structure={structure} isAlone />
          </p>
        </div>
        <Actions structure={structure} />
      </header>
      <div className="structure__columns">
        <div className="structure__main">
          <ChildrenPart structure={structure} />
          <May act="machines.list">
            <MachinesPart structure={structure} />
            <Outages about="machineCounts" path={`/structures/${structure.id}/outages`} />
          </May>
        </div>
        <div className="structure__main">
          <HoursPart id={structure.id} />
          <UsersPart structure={structure} />
          <HistoryPart of="structure" id={structure.id} />
        </div>
      </div>
    </div>
  );
}

/** HRS-01: the timezone that counts, and whence. */
function Zone({ structure: { timezone, ownTimezone, timezoneOf } }: { structure: StructureDetail }) {
  const t = useT();
  if (timezone === null) return <span>{t('structures.show.noTimezone')}</span>;
  const giver = timezoneOf ? t('structures.show.zoneOf', { name: timezoneOf.name }) : t('structures.show.zoneOfAbove');
  return (
    <span>
      <ZoneNow zone={timezone} />
      {ownTimezone === null && `, ${giver}`}
    </span>
  );
}

function Path({ structure: { ancestors } }: { structure: StructureDetail }) {
  const t = useT();
  return (
    <nav aria-label={t('structures.show.path')}>
      <ol className="structure__path">
        <li>
          <Link to="/structures">{t('structures.title')}</Link>
        </li>
        {ancestors.map(({ id, name }) => (
          <li key={id}>
            <StructureName id={id} name={name} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Actions({ structure }: { structure: StructureDetail }) {
  const kitT = useKitT();
  const may = useMay();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const leave = (left: string[]) => {
    if (left.length === 0)
      navigate(structure.parent ? `/structures/${structure.ancestors.at(-1)?.id}/show` : '/structures', {
        replace: true,
      });
  };
  return (
    <div className="structure__actions">
      {may('structures.edit') && (
        <Link className="button" to={`/structures/${structure.id}`}>
          <Icon name="edit" size={16} />
          {kitT('kit.edit')}
        </Link>
      )}
      {may('structures.delete') && (
        <button type="button" className="button button--danger" onClick={() => setDeleting(true)}>
          <Icon name="trash" size={16} />
          {kitT('kit.delete')}
        </button>
      )}
      {isDeleting && <DeleteStructures structures={[structure]} onClose={() => setDeleting(false)} onDeleted={leave} />}
    </div>
  );
}

function ShowSkeleton() {
  return (
    <div className="page structure" aria-busy="true">
      <span className="skeleton" style={{ width: 180 }} />
      <span className="skeleton" style={{ width: 280, height: 24 }} />
      <span className="skeleton" style={{ width: '100%', height: 240 }} />
    </div>
  );
}
