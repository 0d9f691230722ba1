import { type StructureDetail, type StructureUpdate, structureLimits, structureUpdate } from '@fournil/contract/structures/structure';
import { Form, useNotify } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { problemOf } from '../kit/api.ts';
import { ConflictNotice } from '../kit/ConflictNotice.tsx';
import { Failed } from '../kit/Failed.tsx';
import { FormWatch } from '../kit/inputs/FormWatch.tsx';
import { TextInput } from '../kit/inputs/TextInput.tsx';
import { PageFor } from '../kit/May.tsx';
import { useKitT } from '../kit/messages.ts';
import { useMay } from '../kit/profile.ts';
import { UnsavedGuard } from '../kit/UnsavedGuard.tsx';
import { useTitle } from '../kit/useTitle.ts';
import { useVersionedSave } from '../kit/useVersionedSave.ts';
import { validateWith } from '../kit/validateWith.ts';
import { changesBetween, onlyChanged, type VersionField } from '../kit/versions.ts';
import { InChargeInput } from './InChargeInput.tsx';
import { useT } from './messages.ts';
import { ParentInput } from './ParentInput.tsx';
import { FormFoot } from './StructureCreate.tsx';
import { StructureGone } from './StructureGone.tsx';
import { useStructureOfAddress } from './useStructure.ts';
import './structureForm.css';

/** STR-02: name, parent and person in charge. */
export function StructureEdit() {
  return (
    <PageFor act="structures.edit">
      <Loaded />
    </PageFor>
  );
}

function Loaded() {
  const t = useT();
  const { data: structure, error, isFetchedAfterMount, refetch } = useStructureOfAddress();
  useTitle(structure ? t('structures.form.editTitle', { name: structure.name }) : t('structures.title'));
  if (error) return problemOf(error)?.status === 404 ? <StructureGone /> : <Failed onRetry={() => void refetch()} />;
  if (!structure || !isFetchedAfterMount) return <div className="page page--narrow" aria-busy="true" />;
  return <EditForm latest={structure} />;
}

/** What is edited is what was read: news of it arrive as a conflict, not under the fingers. */
function EditForm({ latest }: { latest: StructureDetail }) {
  const t = useT();
  const kitT = useKitT();
  const notify = useNotify();
  const navigate = useNavigate();
  const [structure, setStructure] = useState(latest);
  const [isDirty, setDirty] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const typed = useRef<StructureUpdate>({});
  const address = `/structures/${structure.id}/show`;
  const { save, isPending, violations, conflict, forget } = useVersionedSave<StructureDetail>({
    resource: 'structures',
    id: structure.id,
    staleKeys: ['history', 'machines'],
    onSaved() {
      notify('kit.saved', { type: 'success' });
      setSaved(true);
    },
  });
  useEffect(() => {
    if (isSaved) navigate(address);
  }, [isSaved, address, navigate]);
  const fields: VersionField<StructureDetail>[] = [
    { label: t('structures.name'), textOf: ({ name }) => name },
    { label: t('structures.form.parent'), textOf: ({ path }) => path.slice(0, -1).join(' / ') },
    { label: t('structures.form.inCharge'), textOf: ({ userInCharge }) => userInCharge?.fullName ?? '' },
  ];
  const take = (theirs: StructureDetail) => {
    setStructure(theirs);
    setDirty(false);
    forget();
  };
  // Where the top of what one sees hangs is not one's own to change.
  const seesAll = useMay()('structures.seeAll');
  const parent = structure.ancestors.at(-1);
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{t('structures.form.editTitle', { name: structure.name })}</h1>
      </div>
      {conflict && (
        <ConflictNotice
          savedAt={conflict.updatedAt}
          address={`#${address}`}
          changes={changesBetween(structure, conflict, fields)}
          onTake={() => take(conflict)}
          onMine={() => save(typed.current, conflict.version)}
        />
      )}
      <Form
        key={structure.version}
        defaultValues={valuesOf(structure)}
        validate={(values: Partial<Values>) => validateWith(structureUpdate)(updateOf(values))}
        onSubmit={(values: Partial<Values>) => {
          forget();
          typed.current = onlyChanged(updateOf(values), valuesOf(structure));
          save(typed.current, structure.version);
        }}
      >
        <FormWatch onDirty={setDirty} violations={violations} />
        <div className="structure-form">
          <TextInput source="name" label={t('structures.name')} max={structureLimits.name} isRequired />
          {(seesAll || parent) && (
            <ParentInput notUnder={structure.id} known={parent ? { id: parent.id, path: structure.path.slice(0, -1) } : null} />
          )}
          <InChargeInput known={structure.userInCharge} />
        </div>
        <FormFoot submit={kitT('kit.save')} cancelTo={address} isSaving={isPending} />
      </Form>
      <UnsavedGuard isDirty={isDirty && !isSaved} />
    </div>
  );
}

type Values = Required<Pick<StructureUpdate, 'name' | 'parent' | 'userInCharge'>>;

function valuesOf({ name, ancestors, userInCharge }: StructureDetail): Values {
  return { name, parent: ancestors.at(-1)?.id ?? null, userInCharge: userInCharge?.id ?? null };
}

/** Just what the form holds: ra-core adds fields of its own. */
function updateOf({ name, parent, userInCharge }: Partial<Values>): StructureUpdate {
  return { name, parent: parent ?? null, userInCharge: userInCharge ?? null };
}
