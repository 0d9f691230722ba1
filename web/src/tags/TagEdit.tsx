import { type TagDetail, type TagUpdate, tagUpdate } from '@fournil/contract/tags/tag';
import { EditedRecord } from '../kit/forms/EditedRecord.tsx';
import { VersionedForm } from '../kit/forms/VersionedForm.tsx';
import type { VersionField } from '../kit/forms/versions.ts';
import { useRecordOfAddress } from '../kit/pages/useRecordOfAddress.ts';
import { useTitle } from '../kit/pages/useTitle.ts';
import { PageFor } from '../kit/session/May.tsx';
import { useT } from './messages.ts';
import { TagGone } from './TagGone.tsx';
import { TagInputs } from './TagInputs.tsx';

export function TagEdit() {
  return (
    <PageFor act="tags.edit">
      <Loaded />
    </PageFor>
  );
}

function Loaded() {
  const t = useT();
  const reading = useRecordOfAddress<TagDetail>('tags', { isAfresh: true });
  const tag = reading.data;
  useTitle(tag ? t('tags.editTitle', { name: tag.name }) : t('tags.title'));
  return (
    <EditedRecord reading={reading} gone={<TagGone />} isNarrow>
      {(latest) => <EditForm latest={latest} />}
    </EditedRecord>
  );
}

function EditForm({ latest }: { latest: TagDetail }) {
  const t = useT();
  const fields: VersionField<TagDetail>[] = [
    { label: t('tags.name'), textOf: ({ name }) => name },
    { label: t('tags.description'), textOf: ({ description }) => description ?? '' },
  ];
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{t('tags.editTitle', { name: latest.name })}</h1>
      </div>
      <VersionedForm
        latest={latest}
        resource="tags"
        address={`/tags/${latest.id}/show`}
        fields={fields}
        schema={tagUpdate}
        valuesOf={valuesOf}
        updateOf={valuesOf}
      >
        {() => <TagInputs />}
      </VersionedForm>
    </div>
  );
}

function valuesOf({ name, description }: Pick<TagUpdate, 'name' | 'description'>): TagUpdate {
  return { name, description: description ?? null };
}
