import { type StructureHours, weekdays } from '@fournil/contract/hours/hours';
import { hoursTexts } from '@fournil/contract/hours/hoursText';
import { type StructureDetail, type StructureUpdate, structureUpdate } from '@fournil/contract/structures/structure';
import { Link } from 'react-router-dom';
import { useRead } from '../../data/index.ts';
import { VersionedForm } from '../../kit/forms/VersionedForm.tsx';
import type { VersionField } from '../../kit/forms/versions.ts';
import { Failed } from '../../kit/pages/Failed.tsx';
import { RecordPage } from '../../kit/pages/RecordPage.tsx';
import { hoursReading } from '../hoursReadings.ts';
import { useT } from '../messages.ts';
import { ExceptionsInput } from './ExceptionsInput.tsx';
import { HolidaysInput } from './HolidaysInput.tsx';
import { WeekInput } from './WeekInput.tsx';
import '../show/hours.css';
import './hoursEdit.css';

/** HRS-01: the hours that a structure has of its own. */
export function HoursEdit() {
  const t = useT();
  return (
    <RecordPage<StructureDetail>
      of="structure"
      act="structures.edit"
      titleOf={({ name }) => t('hours.form.title', { name })}
      isForm
      isNarrow
    >
      {(latest) => <HoursForm latest={latest} />}
    </RecordPage>
  );
}

function HoursForm({ latest }: { latest: StructureDetail }) {
  const t = useT();
  const fields: VersionField<StructureDetail>[] = [
    { label: t('hours.form.week'), textOf: (structure) => textOf(structure, weekFields) },
    { label: t('hours.form.holidays'), textOf: (structure) => textOf(structure, ['holidays']) },
    { label: t('hours.form.exceptions'), textOf: (structure) => textOf(structure, ['hoursExceptions']) },
  ];
  const address = `/structures/${latest.id}/show`;
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{t('hours.form.title', { name: latest.name })}</h1>
      </div>
      <p className={latest.timezone ? 'soft' : 'hours-edit__warning'}>
        {latest.timezone ? t('hours.inZone', { zone: latest.timezone }) : t('hours.utc')}{' '}
        <Link className="link" to={`/structures/${latest.id}`}>
          {t(latest.timezone ? 'hours.changeZone' : 'hours.setZone')}
        </Link>
      </p>
      <VersionedForm
        latest={latest}
        resource="structures"
        address={address}
        fields={fields}
        schema={structureUpdate}
        valuesOf={({ hours }) => ({ hours })}
        updateOf={({ hours }): StructureUpdate => ({ hours })}
      >
        {(structure) => <Parts structure={structure} />}
      </VersionedForm>
    </div>
  );
}

/** What the structures above have is read from the one directly above; where it is hidden, from what counts here. */
function Parts({ structure: { id, ancestors } }: { structure: StructureDetail }) {
  const parent = ancestors.at(-1)?.id;
  const { data, error, refetch } = useRead(hoursReading(parent ?? id));
  if (error && !data) return <Failed onRetry={() => void refetch()} />;
  if (!data) return <p className="skeleton" style={{ height: 240 }} aria-busy="true" />;
  const above = parent ? data : inheritedOf(data);
  const hasAbove =
    parent !== undefined || above.week !== null || above.holidays !== null || above.exceptions.length > 0;
  return (
    <div className="hours-edit">
      <WeekInput above={above.week?.days ?? null} hasAbove={hasAbove} />
      <HolidaysInput above={above.holidays?.calendar ?? null} hasAbove={hasAbove} />
      <ExceptionsInput above={above.exceptions} />
    </div>
  );
}

function inheritedOf({ week, holidays, exceptions }: StructureHours) {
  return {
    week: week?.isOwn ? null : week,
    holidays: holidays?.isOwn ? null : holidays,
    exceptions: exceptions.filter(({ isOwn }) => !isOwn),
  };
}

const weekFields = weekdays.map((day) => `${day}Hours`);

function textOf({ hours }: StructureDetail, fields: readonly string[]): string {
  const texts = hoursTexts(hours);
  return fields.flatMap((field) => texts[field] ?? []).join(' · ');
}
