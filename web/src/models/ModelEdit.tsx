import { say } from '@fournil/contract/kit/words';
import { machineCategories } from '@fournil/contract/machines/catalogue';
import { type ModelView, modelUpdate } from '@fournil/contract/models/model';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { call } from '../data/index.ts';
import { ConfirmCall } from '../kit/dialogs/ConfirmCall.tsx';
import { VersionedForm } from '../kit/forms/VersionedForm.tsx';
import type { VersionField } from '../kit/forms/versions.ts';
import { RecordPage } from '../kit/pages/RecordPage.tsx';
import { Icon } from '../kit/signs/Icon.tsx';
import { useLanguage, useNumber } from '../kit/useT.ts';
import '../kit/forms/twoColumns.css';
import { ModelInputs } from './ModelInputs.tsx';
import { useT } from './messages.ts';
import { inputOfModel, valuesOfModel } from './modelForm.ts';

/** MKR-05: one model, changed, retired or deleted by the super admin. */
export function ModelEdit() {
  const t = useT();
  return (
    <RecordPage<ModelView>
      of="model"
      act="models.manage"
      titleOf={({ name }) => t('models.edit', { name })}
      isForm
      isNarrow
    >
      {(latest) => <EditForm latest={latest} />}
    </RecordPage>
  );
}

function EditForm({ latest }: { latest: ModelView }) {
  const t = useT();
  const fields: VersionField<ModelView>[] = [
    { label: t('models.name'), textOf: ({ name }) => name },
    { label: t('models.size'), textOf: ({ format }) => `${format.en} / ${format.fr}` },
    { label: t('models.capacity'), textOf: ({ capacity }) => `${capacity.en} / ${capacity.fr}` },
    { label: t('models.power'), textOf: ({ energyKilowatts }) => String(energyKilowatts) },
    { label: t('models.tank'), textOf: ({ steamTankCentilitres }) => String(steamTankCentilitres) },
    { label: t('models.revisions'), textOf: ({ hardwareRevisions }) => hardwareRevisions.join(', ') },
  ];
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{t('models.edit', { name: latest.name })}</h1>
        <div className="page__actions">
          <DeleteModel model={latest} />
        </div>
      </div>
      <Facts model={latest} />
      <VersionedForm
        latest={latest}
        resource="models"
        address={`/models/${latest.id}`}
        leaveTo="/models"
        fields={fields}
        schema={modelUpdate}
        valuesOf={valuesOfModel}
        updateOf={(values) => inputOfModel(values, false)}
      >
        {() => <ModelInputs />}
      </VersionedForm>
    </div>
  );
}

function Facts({ model: { code, category, machineCount, imageUrl } }: { model: ModelView }) {
  const t = useT();
  const number = useNumber();
  const language = useLanguage();
  return (
    <dl className="facts">
      <div>
        <dt>{t('models.code')}</dt>
        <dd>
          <code>{code}</code>
        </dd>
      </div>
      <div>
        <dt>{t('models.category')}</dt>
        <dd>{say(machineCategories[category].name, language)}</dd>
      </div>
      <div>
        <dt>{t('models.machines')}</dt>
        <dd>{number(machineCount ?? 0)}</dd>
      </div>
      <div>
        <dt>{t('models.picture')}</dt>
        <dd>
          {imageUrl ? <img src={imageUrl} alt="" width={96} height={96} /> : t('models.noPicture')}{' '}
          <Link to="/images-machines">{t('models.addPicture')}</Link>
        </dd>
      </div>
    </dl>
  );
}

function DeleteModel({ model: { id, name } }: { model: ModelView }) {
  const t = useT();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className="button button--danger" onClick={() => setAsking(true)}>
        <Icon name="trash" size={16} />
        {t('models.delete')}
      </button>
      {isAsking && (
        <ConfirmCall
          title={t('models.deleteTitle', { name })}
          confirm={t('models.delete')}
          changes="models"
          send={() => call(`/models/${id}`, { method: 'DELETE' })}
          removes={() => [id]}
          done={t('models.deleted', { name })}
          onDone={() => navigate('/models', { replace: true })}
          onClose={() => setAsking(false)}
        >
          <p>{t('models.deleteBody')}</p>
        </ConfirmCall>
      )}
    </>
  );
}
