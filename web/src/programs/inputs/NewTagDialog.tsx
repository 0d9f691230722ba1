import { type TagView, tagInput, tagLimits } from '@fournil/contract/tags/tag';
import { Form } from 'ra-core';
import { useCreateOne, useKeepReading } from '../../data/index.ts';
import { FormModal } from '../../kit/dialogs/FormModal.tsx';
import { validateWith } from '../../kit/forms/validateWith.ts';
import { TextInput } from '../../kit/inputs/TextInput.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useT } from '../messages.ts';
import { tagsReading } from './tagsReading.ts';
import './tagsInput.css';

const formId = 'new-tag';

/** WIZ-02: creates a tag without leaving the program. */
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
  const keep = useKeepReading();
  const { create, isPending } = useCreateOne<TagView>('tags', {
    done: (tag) => t('resources.programs.tags.created', { name: tag.name }),
    onDone(tag) {
      keep(tagsReading, (known) => ({ data: [...(known?.data ?? []), tag], total: (known?.total ?? 0) + 1 }));
      onMade(tag);
    },
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
        onSubmit={(values: object) => create(values)}
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
