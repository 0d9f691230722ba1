import { type TagDetail, tagInput } from '@fournil/contract/tags/tag';
import { CreateForm } from '../kit/forms/CreateForm.tsx';
import { PageFor } from '../kit/session/May.tsx';
import { useT } from './messages.ts';
import { TagInputs } from './TagInputs.tsx';

export function TagCreate() {
  const t = useT();
  return (
    <PageFor act="tags.create">
      <CreateForm<TagDetail>
        resource="tags"
        title={t('tags.create')}
        schema={tagInput}
        defaultValues={{ name: '', description: null }}
        submit={t('tags.create')}
        cancelTo="/tags"
        done={({ name }) => t('tags.created', { name })}
      >
        <TagInputs />
      </CreateForm>
    </PageFor>
  );
}
