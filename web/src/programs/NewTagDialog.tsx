import { type TagView, tagInput, tagLimits } from '@fournil/contract/tags/tag';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, useNotify } from 'ra-core';
import { call } from '../kit/api.ts';
import { FormModal } from '../kit/FormModal.tsx';
import { TextInput } from '../kit/inputs/TextInput.tsx';
import { useKitT } from '../kit/messages.ts';
import { useTranslatedError } from '../kit/useTranslatedError.ts';
import { validateWith } from '../kit/validateWith.ts';
import { useT } from './messages.ts';
import { tagsQuery } from './tagsQuery.ts';
import './tagsInput.css';

const formId = 'new-tag';

/** WIZ-02: a tag made without leaving the program; it needs a name. */
export function NewTagDialog({
  name,
  onClose,
  onMade,
}: {
  name: string;
  onClose: () => void;
  onMade: (tag: TagView) => void;
}) {
  const t = useT();
  const kitT = useKitT();
  const notify = useNotify();
  const errorText = useTranslatedError();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (values: unknown) => call<TagView>('/tags', { method: 'POST', body: values }),
    onSuccess: (tag) => {
      queryClient.setQueryData(tagsQuery.queryKey, (known) => [...(known ?? []), tag]);
      void queryClient.invalidateQueries({ queryKey: ['tags'] });
      notify(t('resources.programs.tags.created', { name: tag.name }), { type: 'success' });
      onMade(tag);
    },
    onError: (error) => notify(errorText(error), { type: 'warning' }),
  });
  return (
    <FormModal
      title={t('resources.programs.tags.newTitle')}
      form={formId}
      submit={kitT('kit.add')}
      isLocked={isPending}
      onClose={onClose}
    >
      <Form
        noValidate
        id={formId}
        defaultValues={{ name, description: '' }}
        validate={validateWith(tagInput)}
        onSubmit={(values: object) => mutate(values)}
        className="new-tag"
      >
        <TextInput source="name" label={t('resources.programs.tags.newName')} max={tagLimits.name} isRequired />
        <TextInput
          source="description"
          label={t('resources.programs.tags.newDescription')}
          max={tagLimits.description}
        />
      </Form>
    </FormModal>
  );
}
