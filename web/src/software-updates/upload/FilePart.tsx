import type { SwuDescription } from '@fournil/contract/software-updates/swuDescription';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { DropZone, FileButton } from '../../kit/files/DropZone.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useModels } from '../../models/index.ts';
import { useT } from '../messages.ts';
import { SendingFile } from './SendingFile.tsx';
import { readSwuFile, useSays } from './swuFile.ts';
import { useBytes } from './useBytes.ts';
import { largestBytes, type useUpload } from './useUpload.ts';

interface FilePartProps {
  upload: ReturnType<typeof useUpload>;
  /** Its violation, from the form that contains it. */
  error: string | null;
  isLocked: boolean;
  /** Called with another file and the description read from it. */
  onChosen: (says: SwuDescription) => void;
  says: SwuDescription | null;
}

/** SWU-02: the file by drop or by choice; it is uploaded while the form is filled in. */
export function FilePart({ upload, error, isLocked, onChosen, says }: FilePartProps) {
  const t = useT();
  const bytes = useBytes();
  const id = useId();
  const { sending, begun } = upload;
  const said = useSays()(says?.version ?? null, [...new Set(Object.values(says?.hardware ?? {}).flat())]);
  const { refused, take } = useTake(({ file, says: found }) => {
    onChosen(found);
    upload.take(file);
  });
  const choose = ([file]: readonly File[]) => {
    if (file && !isLocked) void take(file);
  };
  return (
    <div className="field">
      <span className="field__label" id={id}>
        {t('updates.form.file')}
      </span>
      <DropZone onFiles={choose}>
        {() => (
          <>
            {sending ? (
              <SendingFile
                sending={sending}
                onAgain={() => upload.take(sending.file)}
                onCancel={upload.cancel}
                isLocked={isLocked}
              />
            ) : (
              <p>{t('updates.form.drop')}</p>
            )}
            {sending && said && <p className="file-drop__says soft">{t('updates.form.says', { says: said })}</p>}
            {begun && <Begun begun={begun} onForget={upload.cancel} />}
            <FileButton
              label={t(sending ? 'updates.form.other' : 'updates.form.choose')}
              accept=".swu"
              isDisabled={isLocked}
              labelledBy={id}
              describedBy={`${id} ${id}-foot`}
              isInvalid={(refused ?? error) !== null}
              onFiles={choose}
            />
          </>
        )}
      </DropZone>
      <div className="field__foot" id={`${id}-foot`}>
        <span aria-live="polite">
          {(refused ?? error) ? (
            <span className="field__error">
              <StateSign sign="refused" size={12} />
              {refused ?? error}
            </span>
          ) : (
            t('updates.form.limits', { size: bytes(largestBytes) })
          )}
        </span>
      </div>
    </div>
  );
}

/** Accepts a file whose header can be read; otherwise shows the reason in the reader's language. */
function useTake(onTaken: (taken: { file: File; says: SwuDescription }) => void) {
  const t = useT();
  const translate = useTranslate();
  const bytes = useBytes();
  const [refused, setRefused] = useState<string | null>(null);
  const models = useModels();
  const take = async (file: File) => {
    const problem =
      file.size === 0
        ? t('updates.form.empty')
        : file.size > largestBytes
          ? t('updates.form.tooLarge', { size: bytes(largestBytes) })
          : null;
    const says = problem
      ? null
      : await readSwuFile(
          file,
          models.map(({ code }) => code),
        ).catch(() => null);
    setRefused(says ? null : (problem ?? translate('custom.validation.notSwu')));
    if (says) onTaken({ file, says });
  };
  return { refused, take };
}

interface BegunProps {
  begun: NonNullable<FilePartProps['upload']['begun']>;
  onForget: () => void;
}

/** An interrupted upload continues when the same file is chosen again. */
function Begun({ begun, onForget }: BegunProps) {
  const t = useT();
  return (
    <p className="file-drop__begun">
      <StateSign sign="pending" />
      <span>
        {t('updates.form.resume', {
          name: begun.fileName,
          percent: Math.floor((begun.receivedBytes / begun.sizeBytes) * 100),
        })}{' '}
        <button type="button" className="link" onClick={onForget}>
          {t('updates.form.forget')}
        </button>
      </span>
    </p>
  );
}
