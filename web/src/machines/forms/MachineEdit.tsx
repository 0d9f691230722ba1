import { type MachineView, machineUpdate } from '@fournil/contract/machines/machine';
import { VersionedForm } from '../../kit/forms/VersionedForm.tsx';
import type { VersionField } from '../../kit/forms/versions.ts';
import { RecordPage } from '../../kit/pages/RecordPage.tsx';
import { MachineGone } from '../MachineGone.tsx';
import { useT } from '../messages.ts';
import { MachineInputs } from './MachineInputs.tsx';
import '../../kit/forms/twoColumns.css';

export function MachineEdit() {
  const t = useT();
  return (
    <RecordPage<MachineView>
      of="machine"
      act="machines.edit"
      titleOf={({ name }) => t('machines.form.editTitle', { name })}
      gone={() => <MachineGone />}
      isForm
      isNarrow
    >
      {(latest) => <EditForm latest={latest} />}
    </RecordPage>
  );
}

type Values = Pick<MachineView, 'name' | 'description' | 'serialNumber' | 'structure' | 'timezone'> & { pin: string };

function EditForm({ latest }: { latest: MachineView }) {
  const t = useT();
  const fields: VersionField<MachineView>[] = [
    { label: t('machines.form.name'), textOf: ({ name }) => name },
    { label: t('machines.form.description'), textOf: ({ description }) => description ?? '' },
    { label: t('machines.form.serialNumber'), textOf: ({ serialNumber }) => serialNumber },
    { label: t('machines.form.structure'), textOf: ({ structureName }) => structureName ?? '' },
    { label: t('machines.form.timezone'), textOf: ({ ownTimezone }) => ownTimezone ?? '' },
  ];
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{t('machines.form.editTitle', { name: latest.name })}</h1>
      </div>
      <VersionedForm
        latest={latest}
        resource="machines"
        address={`/machines/${latest.id}/show`}
        fields={fields}
        schema={machineUpdate}
        valuesOf={valuesOf}
        updateOf={updateOf}
      >
        {(machine) => <MachineInputs isPaired={isPaired(machine)} />}
      </VersionedForm>
    </div>
  );
}

function isPaired({ pairing }: MachineView): boolean {
  return pairing.state === 'paired';
}

function valuesOf({ name, description, serialNumber, structure, ownTimezone }: MachineView): Values {
  return { name, description, serialNumber, structure, timezone: ownTimezone, pin: '' };
}

/** Only the fields of this form; the serial number only while the machine is not paired, the PIN only when entered. */
function updateOf(
  { name, description, serialNumber, structure, timezone, pin }: Partial<Values>,
  machine: MachineView,
) {
  const unpaired = isPaired(machine) ? {} : { serialNumber, ...(pin ? { pin } : {}) };
  return { name, description, structure, timezone, ...unpaired };
}
