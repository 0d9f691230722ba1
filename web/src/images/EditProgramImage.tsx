import { imageLimits } from '@fournil/contract/images/images';
import { type FormEvent, useId, useState } from 'react';
import { FormModal } from '../kit/dialogs/FormModal.tsx';
import { UnsavedGuard } from '../kit/forms/UnsavedGuard.tsx';
import type { SentPicture } from '../kit/images/openPicture.ts';
import { SendingState } from '../kit/images/SendingState.tsx';
import { LibraryField } from './LibraryField.tsx';
import type { LibraryEntry } from './library.ts';
import { useT } from './messages.ts';
import { PictureChoice } from './PictureChoice.tsx';
import { imageFields, useLibraryChange } from './useLibrary.ts';
import { useUses } from './useUses.ts';

const largestSide = 1024;

/** Changes the name, the picture, or both; programs with this picture then show the new one. */
export function EditProgramImage({ entry, onClose }: { entry: LibraryEntry; onClose: () => void }) {
  const t = useT();
  const formId = useId();
  const usesText = useUses('programs');
  const [picture, setPicture] = useState<SentPicture | null>(null);
  const [name, setName] = useState(entry.name);
  const { change, errorAt, reason, stateThen } = useLibraryChange('programs', onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    change.act({
      method: 'PUT',
      at: `/${entry.key}`,
      body: { ...imageFields(picture), ...(name === entry.name ? {} : { name }) },
    });
  };
  return (
    <FormModal
      title={t('images.edit', { name: entry.name })}
      form={formId}
      submit={t('images.rename')}
      isLocked={change.isPending}
      onClose={onClose}
      width="sm"
    >
      <form noValidate id={formId} className="images__form" onSubmit={submit}>
        <p className="soft">{usesText(entry)}</p>
        <PictureChoice
          maxSide={largestSide}
          isBusy={change.isPending}
          imageUrl={entry.imageUrl}
          picture={picture}
          error={errorAt('image', 'crop') ?? null}
          onChange={setPicture}
        />
        <LibraryField
          label={t('images.name')}
          value={name}
          max={imageLimits.name}
          error={name.trim() === '' ? 'ra.validation.required' : errorAt('name')}
          isRequired
          onChange={setName}
        />
        <SendingState state={stateThen('ready')} reason={reason} />
        <UnsavedGuard isDirty={(picture !== null || name !== entry.name) && !change.isDone} />
      </form>
    </FormModal>
  );
}
