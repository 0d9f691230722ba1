import { type StructureDetail, structureInput, structureLimits } from '@fournil/contract/structures/structure';
import { CreateBase, Form, useNotify, useRedirect } from 'ra-core';
import { useSearchParams } from 'react-router-dom';
import { useRecord } from '../../data/index.ts';
import { validateWith } from '../../kit/forms/validateWith.ts';
import { FormFoot } from '../../kit/inputs/FormFoot.tsx';
import { FormGuard } from '../../kit/inputs/FormGuard.tsx';
import { TextInput } from '../../kit/inputs/TextInput.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { May, PageFor } from '../../kit/session/May.tsx';
import { useT } from '../messages.ts';
import { InChargeInput } from './InChargeInput.tsx';
import { ParentInput } from './ParentInput.tsx';
import './structureForm.css';

/** STR-02: `/structures/create`, with `?parent=` below a structure. */
export function StructureCreate() {
  return (
    <PageFor act="structures.create">
      <Loaded />
    </PageFor>
  );
}

function Loaded() {
  const t = useT();
  const [search] = useSearchParams();
  const parentId = search.get('parent');
  useTitle(t('structures.form.createTitle'));
  const { data: parent, isPending } = useRecord<StructureDetail>('structures', parentId ?? '');
  if (parentId !== null && isPending) return <div className="page page--narrow" aria-busy="true" />;
  return <CreateForm parent={parent ?? null} />;
}

function CreateForm({ parent }: { parent: StructureDetail | null }) {
  const t = useT();
  const notify = useNotify();
  const redirect = useRedirect();
  const onSuccess = (structure: StructureDetail) => {
    notify(t('structures.form.created', { name: structure.name }), { type: 'success' });
    redirect('show', 'structures', structure.id);
  };
  return (
    <CreateBase resource="structures" mutationOptions={{ onSuccess }}>
      <div className="page page--narrow">
        <div className="page__head">
          <h1>{t('structures.form.createTitle')}</h1>
        </div>
        <Form
          noValidate
          defaultValues={{ name: '', parent: parent?.id ?? null, userInCharge: null }}
          validate={validateWith(structureInput)}
        >
          <div className="structure-form">
            <TextInput source="name" label={t('structures.name')} max={structureLimits.name} isRequired />
            <ParentInput />
            <May act="structures.edit">
              <InChargeInput known={null} />
            </May>
          </div>
          <FormGuard />
          <FormFoot
            submit={t('structures.create')}
            cancelTo={parent ? `/structures/${parent.id}/show` : '/structures'}
          />
        </Form>
      </div>
    </CreateBase>
  );
}
