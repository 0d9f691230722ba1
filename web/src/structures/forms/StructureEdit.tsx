import { type StructureDetail, type StructureUpdate, structureUpdate } from '@fournil/contract/structures/structure';
import { structureLimits } from '@fournil/contract/structures/structureLimits';
import { VersionedForm } from '../../kit/forms/VersionedForm.tsx';
import type { VersionField } from '../../kit/forms/versions.ts';
import { TextInput } from '../../kit/inputs/TextInput.tsx';
import { RecordPage } from '../../kit/pages/RecordPage.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { useT } from '../messages.ts';
import { InChargeInput } from './InChargeInput.tsx';
import { ParentInput } from './ParentInput.tsx';
import { ZoneInput } from './ZoneInput.tsx';
import './structureForm.css';

/** STR-02, HRS-01: name, parent, person in charge and timezone. */
export function StructureEdit() {
  const t = useT();
  return (
    <RecordPage<StructureDetail>
      of="structure"
      act="structures.edit"
      titleOf={({ name }) => t('structures.form.editTitle', { name })}
      isForm
      isNarrow
    >
      {(latest) => <EditForm latest={latest} />}
    </RecordPage>
  );
}

function EditForm({ latest }: { latest: StructureDetail }) {
  const t = useT();
  // The parent of the topmost visible structure cannot be changed by this reader.
  const seesAll = useMay()('structures.seeAll');
  const fields: VersionField<StructureDetail>[] = [
    { label: t('structures.name'), textOf: ({ name }) => name },
    { label: t('structures.form.parent'), textOf: ({ path }) => path.slice(0, -1).join(' / ') },
    { label: t('structures.form.inCharge'), textOf: ({ userInCharge }) => userInCharge?.fullName ?? '' },
    { label: t('structures.form.timezone'), textOf: ({ ownTimezone }) => ownTimezone ?? '' },
  ];
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{t('structures.form.editTitle', { name: latest.name })}</h1>
      </div>
      <VersionedForm
        latest={latest}
        resource="structures"
        address={`/structures/${latest.id}/show`}
        fields={fields}
        schema={structureUpdate}
        valuesOf={valuesOf}
        updateOf={updateOf}
      >
        {({ id, ancestors, userInCharge, timezone, ownTimezone }) => {
          const parent = ancestors.at(-1);
          return (
            <div className="structure-form">
              <TextInput source="name" label={t('structures.name')} max={structureLimits.name} isRequired />
              {(seesAll || parent) && <ParentInput notUnder={id} />}
              <InChargeInput known={userInCharge} />
              <ZoneInput fromHidden={ownTimezone === null && !parent ? timezone : null} />
            </div>
          );
        }}
      </VersionedForm>
    </div>
  );
}

type Values = Required<Pick<StructureUpdate, 'name' | 'parent' | 'userInCharge' | 'timezone'>>;

function valuesOf({ name, ancestors, userInCharge, ownTimezone }: StructureDetail): Values {
  const parent = ancestors.at(-1)?.id ?? null;
  return { name, parent, userInCharge: userInCharge?.id ?? null, timezone: ownTimezone };
}

function updateOf({ name, parent, userInCharge, timezone }: Partial<Values>): StructureUpdate {
  return { name, parent: parent ?? null, userInCharge: userInCharge ?? null, timezone: timezone ?? null };
}
