import { type MachineView, machineUpdate } from '@fournil/contract/machines/machine';
import { Form, useNotify } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { problemOf } from '../kit/api.ts';
import { ConflictNotice } from '../kit/ConflictNotice.tsx';
import { Failed } from '../kit/Failed.tsx';
import { FormWatch } from '../kit/inputs/FormWatch.tsx';
import { PageFor } from '../kit/May.tsx';
import { useKitT } from '../kit/messages.ts';
import { UnsavedGuard } from '../kit/UnsavedGuard.tsx';
import { useTitle } from '../kit/useTitle.ts';
import { useVersionedSave } from '../kit/useVersionedSave.ts';
import { validateWith } from '../kit/validateWith.ts';
import { changesBetween, onlyChanged, type VersionField } from '../kit/versions.ts';
import { FormFoot } from './MachineCreate.tsx';
import { MachineGone } from './MachineGone.tsx';
import { MachineInputs } from './MachineInputs.tsx';
import { useT } from './messages.ts';
import { useMachine } from './useMachine.ts';
import './machineForm.css';

export function MachineEdit() {
  return (
    <PageFor act="machines.edit">
      <Loaded />
    </PageFor>
  );
}

function Loaded() {
  const t = useT();
  const { data: machine, error, isFetchedAfterMount, refetch } = useMachine({ isAfresh: true });
  useTitle(machine ? t('machines.form.editTitle', { name: machine.name }) : t('machines.title'));
  if (error) return problemOf(error)?.status === 404 ? <MachineGone /> : <Failed onRetry={() => void refetch()} />;
  if (!machine || !isFetchedAfterMount) return <div className="page page--narrow" aria-busy="true" />;
  return <EditForm latest={machine} />;
}

type Values = Pick<MachineView, 'name' | 'description' | 'serialNumber' | 'structure' | 'timezone'> & { pin: string };

/** What is edited is what was read: news of the machine arrive as a conflict, not under the fingers. */
function EditForm({ latest }: { latest: MachineView }) {
  const t = useT();
  const kitT = useKitT();
  const notify = useNotify();
  const navigate = useNavigate();
  const [machine, setMachine] = useState(latest);
  const [isDirty, setDirty] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const typed = useRef<object>({});
  const isPaired = machine.pairing.state === 'paired';
  const { save, isPending, violations, conflict, forget } = useVersionedSave<MachineView>({
    resource: 'machines',
    id: machine.id,
    staleKeys: ['machineCounts', 'history', 'home'],
    onSaved() {
      notify('kit.saved', { type: 'success' });
      setSaved(true);
    },
  });
  useEffect(() => {
    if (isSaved) navigate(`/machines/${machine.id}/show`);
  }, [isSaved, machine.id, navigate]);
  const fields: VersionField<MachineView>[] = [
    { label: t('machines.form.name'), textOf: ({ name }) => name },
    { label: t('machines.form.description'), textOf: ({ description }) => description ?? '' },
    { label: t('machines.form.serialNumber'), textOf: ({ serialNumber }) => serialNumber },
    { label: t('machines.form.structure'), textOf: ({ structureName }) => structureName ?? '' },
    { label: t('machines.form.timezone'), textOf: ({ timezone }) => timezone ?? '' },
  ];
  const take = (theirs: MachineView) => {
    setMachine(theirs);
    setDirty(false);
    forget();
  };
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{t('machines.form.editTitle', { name: machine.name })}</h1>
      </div>
      {conflict && (
        <ConflictNotice
          savedAt={conflict.updatedAt}
          address={`#/machines/${machine.id}/show`}
          changes={changesBetween(machine, conflict, fields)}
          onTake={() => take(conflict)}
          onMine={() => save(typed.current, conflict.version)}
        />
      )}
      <Form
        key={machine.version}
        defaultValues={valuesOf(machine)}
        validate={(values: Partial<Values>) => validateWith(machineUpdate)(updateOf(values, isPaired))}
        onSubmit={(values: Partial<Values>) => {
          forget();
          typed.current = onlyChanged(updateOf(values, isPaired), valuesOf(machine));
          save(typed.current, machine.version);
        }}
      >
        <FormWatch onDirty={setDirty} violations={violations} />
        <MachineInputs isPaired={isPaired} />
        <FormFoot submit={kitT('kit.save')} cancelTo={`/machines/${machine.id}/show`} isSaving={isPending} />
      </Form>
      <UnsavedGuard isDirty={isDirty && !isSaved} />
    </div>
  );
}

function valuesOf({ name, description, serialNumber, structure, timezone }: MachineView): Values {
  return { name, description, serialNumber, structure, timezone, pin: '' };
}

/** Only what this form changes; serial number and PIN while the machine is not paired, the PIN when one was typed. */
function updateOf({ name, description, serialNumber, structure, timezone, pin }: Partial<Values>, isPaired: boolean) {
  const unpaired = isPaired ? {} : { serialNumber, ...(pin ? { pin } : {}) };
  return { name, description, structure, timezone, ...unpaired };
}
