import { type TagView, tagInput, tagLimits } from '@fournil/contract/tags/tag';
import { CreateBase, Form, useNotify, useRefresh } from 'ra-core';
import { useId } from 'react';
import { TextInput } from '../kit/inputs/TextInput.tsx';
import { Modal } from '../kit/Modal.tsx';
import { useKitT } from '../kit/messages.ts';
import { validateWith } from '../kit/validateWith.ts';
import { useT } from './messages.ts';

/** A tag, made where the list is. */
export function CreateTag({ onClose }: { onClose: () => void }) {
  const t = useT();
  const kitT = useKitT();
  const id = useId();
  const notify = useNotify();
  const refresh = useRefresh();
  const onSuccess = (tag: TagView) => {
    onClose();
    refresh();
    notify(t('tags.created', { name: tag.name }), { type: 'success' });
  };
  return (
    <CreateBase resource="tags" redirect={false} mutationOptions={{ onSuccess }}>
      <Modal
        title={t('tags.create')}
        width="xs"
        onClose={onClose}
        actions={
          <>
            <button type="button" className="button" onClick={onClose}>
              {kitT('kit.cancel')}
            </button>
            <button type="submit" form={id} className="button button--main">
              {t('tags.create')}
            </button>
          </>
        }
      >
        <Form id={id} defaultValues={{ name: '', description: null }} validate={validateWith(tagInput)}>
          <TextInput source="name" label={t('tags.name')} max={tagLimits.name} isRequired />
          <TextInput source="description" label={t('tags.description')} max={tagLimits.description} isLong />
        </Form>
      </Modal>
    </CreateBase>
  );
}
