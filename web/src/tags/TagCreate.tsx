import { type TagDetail, tagInput } from '@fournil/contract/tags/tag';
import { CreateBase, Form, useNotify, useRedirect } from 'ra-core';
import { validateWith } from '../kit/forms/validateWith.ts';
import { FormFoot } from '../kit/inputs/FormFoot.tsx';
import { FormGuard } from '../kit/inputs/FormGuard.tsx';
import { useTitle } from '../kit/pages/useTitle.ts';
import { PageFor } from '../kit/session/May.tsx';
import { useT } from './messages.ts';
import { TagInputs } from './TagInputs.tsx';

export function TagCreate() {
  return (
    <PageFor act="tags.create">
      <CreateForm />
    </PageFor>
  );
}

function CreateForm() {
  const t = useT();
  const notify = useNotify();
  const redirect = useRedirect();
  useTitle(t('tags.create'));
  const onSuccess = (tag: TagDetail) => {
    notify(t('tags.created', { name: tag.name }), { type: 'success' });
    redirect('show', 'tags', tag.id);
  };
  return (
    <CreateBase resource="tags" mutationOptions={{ onSuccess }}>
      <div className="page page--narrow">
        <div className="page__head">
          <h1>{t('tags.create')}</h1>
        </div>
        <Form noValidate defaultValues={{ name: '', description: null }} validate={validateWith(tagInput)}>
          <TagInputs />
          <FormGuard />
          <FormFoot submit={t('tags.create')} cancelTo="/tags" />
        </Form>
      </div>
    </CreateBase>
  );
}
