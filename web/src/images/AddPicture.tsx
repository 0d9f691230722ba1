import { imageLimits } from '@fournil/contract/images/images';
import { type FormEvent, useState } from 'react';
import { UnsavedGuard } from '../kit/forms/UnsavedGuard.tsx';
import type { SentPicture } from '../kit/images/openPicture.ts';
import { SendingState } from '../kit/images/SendingState.tsx';
import { LibraryField } from './LibraryField.tsx';
import type { Library } from './library.ts';
import { useT } from './messages.ts';
import { PictureChoice } from './PictureChoice.tsx';
import { imageFields, useLibraryChange } from './useLibrary.ts';

const nothing = { name: '', description: '' };

/** The form that adds a picture to a library. The input is kept when the server refuses it. */
export function AddPicture({ library }: { library: Library }) {
  const t = useT();
  const [picture, setPicture] = useState<SentPicture | null>(null);
  const [typed, setTyped] = useState(nothing);
  const [isAsked, setAsked] = useState(false);
  const { change, errorAt, reason, stateThen } = useLibraryChange(library, () => {
    setPicture(null);
    setTyped(nothing);
    setAsked(false);
  });
  const isMachines = library === 'machines';
  const missing = isAsked && typed.name.trim() === '' ? 'ra.validation.required' : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!picture || typed.name.trim() === '') return;
    const words = isMachines
      ? { machineCode: typed.name, machineDescription: typed.description }
      : { name: typed.name };
    change.act({ method: 'POST', body: { ...imageFields(picture), ...words } });
  };
  return (
    <form noValidate className="images__form" onSubmit={submit}>
      <PictureChoice
        maxSide={isMachines ? imageLimits.maxSide : 1024}
        isBusy={change.isPending}
        imageUrl={null}
        picture={picture}
        error={errorAt('image', 'crop') ?? (isAsked && !picture ? t('images.needed') : null)}
        onChange={(next) => {
          change.reset();
          setPicture(next);
        }}
      />
      <LibraryField
        label={t(isMachines ? 'images.code' : 'images.name')}
        hint={isMachines ? t('images.codeHint') : undefined}
        value={typed.name}
        max={isMachines ? imageLimits.machineCode : imageLimits.name}
        error={missing ?? errorAt('name', 'machineCode')}
        offersCodes={isMachines}
        isRequired
        onChange={(name) => setTyped({ ...typed, name })}
      />
      {isMachines && (
        <LibraryField
          label={t('images.description')}
          value={typed.description}
          max={imageLimits.machineDescription}
          error={errorAt('machineDescription')}
          onChange={(description) => setTyped({ ...typed, description })}
        />
      )}
      <div>
        <button type="submit" className="button button--main" disabled={change.isPending}>
          {t('images.save')}
        </button>
      </div>
      <SendingState state={stateThen('success')} reason={reason} />
      <UnsavedGuard isDirty={picture !== null || typed.name !== '' || typed.description !== ''} />
    </form>
  );
}
