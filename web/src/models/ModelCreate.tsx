import { type ModelView, modelInput } from '@fournil/contract/models/model';
import { Form } from 'ra-core';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCreateOne } from '../data/index.ts';
import { UnsavedGuard } from '../kit/forms/UnsavedGuard.tsx';
import { validateWith } from '../kit/forms/validateWith.ts';
import { FormFoot } from '../kit/inputs/FormFoot.tsx';
import { FormWatch } from '../kit/inputs/FormWatch.tsx';
import { useTitle } from '../kit/pages/useTitle.ts';
import { PageFor } from '../kit/session/May.tsx';
import '../kit/forms/twoColumns.css';
import { ModelInputs } from './ModelInputs.tsx';
import { useT } from './messages.ts';
import { emptyModel, inputOfModel, type ModelValues } from './modelForm.ts';

/** MKR-05: a new model. */
export function ModelCreate() {
  return (
    <PageFor act="models.manage">
      <CreateForm />
    </PageFor>
  );
}

function CreateForm() {
  const t = useT();
  const navigate = useNavigate();
  const [isDirty, setDirty] = useState(false);
  const [isDone, setDone] = useState(false);
  const { create, isPending, violations } = useCreateOne<ModelView>('models', {
    isForm: true,
    done: ({ name }: ModelView) => t('models.created', { name }),
    onDone: () => setDone(true),
  });
  useTitle(t('models.create'));
  // After the guard of the form knows that nothing is unsaved.
  useEffect(() => {
    if (isDone) navigate('/models');
  }, [isDone, navigate]);
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{t('models.create')}</h1>
      </div>
      <Form
        noValidate
        defaultValues={emptyModel}
        validate={(values: Partial<ModelValues>) => validateWith(modelInput)(inputOfModel(values, true))}
        onSubmit={(values: Partial<ModelValues>) => create(inputOfModel(values, true))}
      >
        <FormWatch onDirty={setDirty} violations={violations} />
        <ModelInputs isNew />
        <FormFoot submit={t('models.create')} cancelTo="/models" isSaving={isPending} />
      </Form>
      <UnsavedGuard isDirty={isDirty && !isDone} />
    </div>
  );
}
