import { iri } from '@fournil/contract/kit/addresses';
import { type MachineView, machineInput } from '@fournil/contract/machines/machine';
import { useSearchParams } from 'react-router-dom';
import { CreateForm } from '../../kit/forms/CreateForm.tsx';
import { PageFor } from '../../kit/session/May.tsx';
import { useT } from '../messages.ts';
import { MachineInputs } from './MachineInputs.tsx';
import '../../kit/forms/twoColumns.css';

const atFirst = {
  name: '',
  description: null,
  serialNumber: '',
  pin: '',
  model: null,
  timezone: null,
};

/** The address may name structure and category, as `anotherHere` writes it. */
export function MachineCreate() {
  const t = useT();
  const [search] = useSearchParams();
  const structureId = search.get('structure');
  return (
    <PageFor act="machines.create">
      <CreateForm<MachineView>
        resource="machines"
        title={t('machines.form.createTitle')}
        schema={machineInput}
        defaultValues={{
          ...atFirst,
          category: search.get('category'),
          structure: structureId && iri('structures', structureId),
        }}
        inputOf={withoutEmpty}
        submit={t('machines.form.submit')}
        cancelTo={structureId ? `/structures/${structureId}/show` : '/machines'}
        done={({ name }) => t('machines.form.created', { name })}
      >
        <MachineInputs isNew />
      </CreateForm>
    </PageFor>
  );
}

/** A timezone of null would keep the machine from getting that of its creator. */
function withoutEmpty({ model, timezone, ...values }: { model?: unknown; timezone?: unknown }) {
  return { ...values, ...(model ? { model } : {}), ...(timezone ? { timezone } : {}) };
}
