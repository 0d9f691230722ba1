import { type TagDetail, type TagUpdate, tagUpdate } from '@fournil/contract/tags/tag';
import { VersionedForm } from '../kit/forms/VersionedForm.tsx';
import type { VersionField } from '../kit/forms/versions.ts';
import { RecordPage } from '../kit/pages/RecordPage.tsx';
import { useT } from './messages.ts';
import { TagInputs } from './TagInputs.tsx';

export function TagEdit() {
  const t = useT();
  return (
    <RecordPage<TagDetail>
      of="tag"
      act="tags.edit"
      titleOf={({ name }) => t('tags.editTitle', { name })}
      isForm
      isNarrow
    >
      {(latest) => <EditForm latest={latest} />}
    </RecordPage>
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
