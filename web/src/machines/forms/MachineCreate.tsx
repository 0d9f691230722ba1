import { type MachineView, machineInput } from '@fournil/contract/machines/machine';
import { CreateForm } from '../../kit/forms/CreateForm.tsx';
import { PageFor } from '../../kit/session/May.tsx';
import { useProfile } from '../../kit/session/profile.ts';
import { useT } from '../messages.ts';
import { MachineInputs } from './MachineInputs.tsx';
import '../../kit/forms/twoColumns.css';

const atFirst = {
  name: '',
  description: null,
  serialNumber: '',
  pin: '',
  category: null,
  model: null,
  structure: null,
};

export function MachineCreate() {
  const t = useT();
  const profile = useProfile();
  return (
    <PageFor act="machines.create">
      <CreateForm<MachineView>
        resource="machines"
        title={t('machines.form.createTitle')}
        schema={machineInput}
        defaultValues={{
          ...atFirst,
          timezone: profile?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
        }}
        inputOf={withoutEmptyModel}
        submit={t('machines.form.submit')}
        cancelTo="/machines"
        done={({ name }) => t('machines.form.created', { name })}
      >
        <MachineInputs isNew />
      </CreateForm>
    </PageFor>
  );
}

function withoutEmptyModel({ model, ...values }: { model?: unknown }) {
  return model ? { ...values, model } : values;
}
