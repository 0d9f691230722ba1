import { type MachineView, machineInput } from '@fournil/contract/machines/machine';
import { CreateBase, Form, useNotify, useRedirect } from 'ra-core';
import { validateWith } from '../../kit/forms/validateWith.ts';
import { FormFoot } from '../../kit/inputs/FormFoot.tsx';
import { FormGuard } from '../../kit/inputs/FormGuard.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
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
  const notify = useNotify();
  const redirect = useRedirect();
  const profile = useProfile();
  useTitle(t('machines.form.createTitle'));
  const onSuccess = (machine: MachineView) => {
    notify(t('machines.form.created', { name: machine.name }), { type: 'success' });
    redirect('show', 'machines', machine.id);
  };
  return (
    <PageFor act="machines.create">
      <CreateBase resource="machines" mutationOptions={{ onSuccess }} transform={withoutEmptyModel}>
        <div className="page page--narrow">
          <div className="page__head">
            <h1>{t('machines.form.createTitle')}</h1>
          </div>
          <Form
            noValidate
            defaultValues={{
              ...atFirst,
              timezone: profile?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
            }}
            validate={validateWith(machineInput)}
          >
            <MachineInputs isNew />
            <FormGuard />
            <FormFoot submit={t('machines.form.submit')} cancelTo="/machines" />
          </Form>
        </div>
      </CreateBase>
    </PageFor>
  );
}

function withoutEmptyModel({ model, ...values }: Record<string, unknown>) {
  return model ? { ...values, model } : values;
}
