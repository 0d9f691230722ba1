import { type ModelView, modelInput } from '@fournil/contract/models/model';
import { CreateForm } from '../kit/forms/CreateForm.tsx';
import { PageFor } from '../kit/session/May.tsx';
import '../kit/forms/twoColumns.css';
import { ModelInputs } from './ModelInputs.tsx';
import { useT } from './messages.ts';
import { emptyModel, inputOfModel, type ModelValues } from './modelForm.ts';

/** MKR-05: a new model. */
export function ModelCreate() {
  const t = useT();
  return (
    <PageFor act="models.manage">
      <CreateForm<ModelView, ModelValues>
        resource="models"
        title={t('models.create')}
        schema={modelInput}
        defaultValues={emptyModel}
        inputOf={(values) => inputOfModel(values, true)}
        submit={t('models.create')}
        cancelTo="/models"
        done={({ name }) => t('models.created', { name })}
        doneTo={() => '/models'}
      >
        <ModelInputs isNew />
      </CreateForm>
    </PageFor>
  );
}
