import { imageLimits, type MachineImageMetadata } from '@fournil/contract/images/images';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { isGone, reading, useRead } from '../data/index.ts';
import { StaysWhileUnsaved } from '../kit/forms/StaysWhileUnsaved.tsx';
import { UnsavedGuard } from '../kit/forms/UnsavedGuard.tsx';
import { useIsEnded } from '../kit/forms/unsaved.ts';
import type { SentPicture } from '../kit/images/openPicture.ts';
import { SendingState } from '../kit/images/SendingState.tsx';
import { GonePage } from '../kit/pages/GonePage.tsx';
import { useTitle } from '../kit/pages/useTitle.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useNumber } from '../kit/useT.ts';
import { DeletePicture } from './DeletePicture.tsx';
import { LibraryField } from './LibraryField.tsx';
import { libraries, pageOf } from './library.ts';
import { useT } from './messages.ts';
import { PictureChoice } from './PictureChoice.tsx';
import { imageFields, useLibraryChange } from './useLibrary.ts';
import { useUses } from './useUses.ts';

/** IMG-02: `/images-machines/{machineCode}` */
export function MachineImagePage() {
  const t = useT();
  const { machineCode = '' } = useParams();
  const { data, error } = useRead(
    reading<MachineImageMetadata>({
      about: 'images',
      path: `/images/machines/metadata/${encodeURIComponent(machineCode)}`,
    }),
  );
  useTitle(machineCode);
  const isMissing = isGone(error);
  if (isMissing && !data) return <Gone />;
  return (
    <StaysWhileUnsaved ended={isMissing ? 'gone' : null} instead={<Gone />}>
      <div className="page page--narrow">
        <p>
          <Link className="link" to={pageOf('machines')}>
            {t('images.back')}
          </Link>
        </p>
        <div className="page__head">
          <h1>{machineCode}</h1>
        </div>
        {error && !isMissing && (
          <p className="sending" role="alert">
            <StateSign sign="refused" size={16} />
            {t('images.metadataFailed')}
          </p>
        )}
        {data && <Editor key={data.machineCode} image={data} />}
      </div>
    </StaysWhileUnsaved>
  );
}

function Gone() {
  const t = useT();
  return (
    <GonePage of="machineImage" title={t('images.metadataFailed')} to={pageOf('machines')} back={t('images.back')} />
  );
}

function Editor({ image }: { image: MachineImageMetadata }) {
  const t = useT();
  const number = useNumber();
  const navigate = useNavigate();
  const isEnded = useIsEnded();
  const usesText = useUses('machines');
  const entry = libraries.machines().entryOf(image);
  const [picture, setPicture] = useState<SentPicture | null>(null);
  const [description, setDescription] = useState(image.machineDescription ?? '');
  const [isDeleting, setDeleting] = useState(false);
  const { change, errorAt, reason, stateThen } = useLibraryChange('machines', () => setPicture(null));
  const isDirty = picture !== null || description !== (image.machineDescription ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { ...imageFields(picture), machineCode: image.machineCode, machineDescription: description };
    change.act({ method: 'PUT', at: `/${encodeURIComponent(image.machineCode)}`, body });
  };
  return (
    <form noValidate className="images__form" onSubmit={submit}>
      <p className="soft">
        {usesText(entry)}.{' '}
        {t('images.facts', {
          width: image.width,
          height: image.height,
          kilobytes: number(Math.ceil(image.bytes / 1000)),
        })}
      </p>
      <PictureChoice
        maxSide={imageLimits.maxSide}
        isBusy={change.isPending}
        imageUrl={image.imageUrl}
        picture={picture}
        error={errorAt('image', 'crop') ?? null}
        onChange={(next) => {
          change.reset();
          setPicture(next);
        }}
      />
      <LibraryField
        label={t('images.code')}
        hint={t('images.codeLocked')}
        value={image.machineCode}
        max={imageLimits.machineCode}
        isRequired
        isDisabled
        onChange={() => undefined}
      />
      <LibraryField
        label={t('images.description')}
        value={description}
        max={imageLimits.machineDescription}
        error={errorAt('machineDescription')}
        onChange={(next) => {
          change.reset();
          setDescription(next);
        }}
      />
      <div className="images__buttons">
        <button type="submit" className="button button--main" disabled={change.isPending || isEnded}>
          {t('images.rename')}
        </button>
        <button type="button" className="button button--danger" onClick={() => setDeleting(true)}>
          <Icon name="trash" size={16} />
          {t('images.delete')}
        </button>
      </div>
      <SendingState state={stateThen('updated')} reason={reason} />
      <UnsavedGuard isDirty={isDirty && !change.isDone && !isDeleting} />
      {isDeleting && (
        <DeletePicture
          library="machines"
          entry={entry}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigate(pageOf('machines'))}
        />
      )}
    </form>
  );
}
