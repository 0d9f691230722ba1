import { type StructureDetail, structureInput } from '@fournil/contract/structures/structure';
import { structureLimits } from '@fournil/contract/structures/structureLimits';
import { useSearchParams } from 'react-router-dom';
import { useRecord } from '../../data/index.ts';
import { CreateForm } from '../../kit/forms/CreateForm.tsx';
import { TextInput } from '../../kit/inputs/TextInput.tsx';
import { May, PageFor } from '../../kit/session/May.tsx';
import { useT } from '../messages.ts';
import { InChargeInput } from './InChargeInput.tsx';
import { ParentInput } from './ParentInput.tsx';
import { ZoneInput } from './ZoneInput.tsx';
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
  const [search] = useSearchParams();
  const parentId = search.get('parent');
  const { data: parent, isPending } = useRecord<StructureDetail>('structures', parentId ?? '');
  if (parentId !== null && isPending) return <div className="page page--narrow" aria-busy="true" />;
  return <Create parent={parent ?? null} />;
}

function Create({ parent }: { parent: StructureDetail | null }) {
  const t = useT();
  return (
    <CreateForm<StructureDetail>
      resource="structures"
      title={t('structures.form.createTitle')}
      schema={structureInput}
      defaultValues={{ name: '', parent: parent?.id ?? null, userInCharge: null, timezone: null }}
      submit={t('structures.create')}
      cancelTo={parent ? `/structures/${parent.id}/show` : '/structures'}
      done={({ name }) => t('structures.form.created', { name })}
    >
      <div className="structure-form">
        <TextInput source="name" label={t('structures.name')} max={structureLimits.name} isRequired />
        <ParentInput />
        <May act="structures.edit">
          <InChargeInput known={null} />
        </May>
        <ZoneInput />
      </div>
    </CreateForm>
  );
}
