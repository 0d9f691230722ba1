import { imageLimits } from '@fournil/contract/images/images';
import { useTranslate } from 'ra-core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useRefusalText } from '../../data/index.ts';
import { DropZone, FileButton } from '../files/DropZone.tsx';
import { StateSign } from '../signs/StateSign.tsx';
import { useMedia } from '../useMedia.ts';
import { CropDialog } from './CropDialog.tsx';
import { usePicturesT } from './messages.ts';
import {
  acceptedFiles,
  closePicture,
  cropPicture,
  type OpenPicture,
  openPicture,
  type Part,
  PictureProblem,
  type SentPicture,
} from './openPicture.ts';
import './pictures.css';

interface PicturePickerProps {
  shape: 'round' | 'square';
  /** The largest side that is wanted, in pixels. */
  maxSide: number;
  /** Which of a phone's cameras takes the picture. */
  camera: 'user' | 'environment';
  isBusy: boolean;
  /** The error of the last picture, from the component that sent it. */
  error?: string | null;
  /** A promise while the picture is sent: its square stays open until it is, and shows why it could not be. */
  onPicked: (picture: SentPicture, signal: AbortSignal) => unknown;
}

/** Chooses a picture by drop, paste, file or camera; it is cropped to a square before it is sent. */
export function PicturePicker({ shape, maxSide, camera, isBusy, error = null, onPicked }: PicturePickerProps) {
  const t = usePicturesT();
  const isTouch = useMedia('(pointer: coarse)');
  const { opened, isOpening, isCutting, problem, take, cut, close } = useOpened(isBusy, maxSide, onPicked);
  return (
    <DropZone onFiles={take}>
      {(isOver) => (
        <>
          <p>{t(isOver ? 'pictures.drop' : isOpening ? 'pictures.opening' : 'pictures.lead')}</p>
          <div className="picture-drop__buttons">
            <FileButton
              label={t('pictures.choose')}
              accept={acceptedFiles}
              isDisabled={isBusy || isOpening}
              onFiles={take}
            />
            {isTouch && (
              <FileButton
                label={t('pictures.camera')}
                accept={acceptedFiles}
                isDisabled={isBusy || isOpening}
                capture={camera}
                onFiles={take}
              />
            )}
          </div>
          <small className="soft">
            {t('pictures.rules', { max: imageLimits.fileBytes / 1_048_576, megapixels: imageLimits.megapixels })}
          </small>
          <div role="status">{!opened && <Problem text={problem ?? error} />}</div>
          {opened && (
            <CropDialog
              picture={opened}
              shape={shape}
              isBusy={isCutting}
              problem={<Problem text={problem} />}
              onUse={cut}
              onClose={close}
            />
          )}
        </>
      )}
    </DropZone>
  );
}

function Problem({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <span className="field__error">
      <StateSign sign="refused" size={12} />
      {text}
    </span>
  );
}

/**
 * The picture that is being cropped, and the error of the last one. Also accepts a picture that is pasted anywhere on
 * the page.
 */
function useOpened(isBusy: boolean, maxSide: number, onPicked: PicturePickerProps['onPicked']) {
  const translate = useTranslate();
  const refusalText = useRefusalText();
  const [opened, setOpened] = useState<OpenPicture | null>(null);
  const [isOpening, setOpening] = useState(false);
  const [isCutting, setCutting] = useState(false);
  const sending = useRef<AbortController | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isOff = isBusy || isOpening || opened !== null;
  const fail = useCallback(
    (error: unknown) =>
      setProblem(error instanceof PictureProblem ? translate(error.message, error.args) : refusalText(error)),
    [translate, refusalText],
  );
  const take = useCallback(
    ([file]: readonly File[]) => {
      if (!file || isOff) return;
      setProblem(null);
      setOpening(true);
      openPicture(file)
        .then(setOpened, fail)
        .finally(() => setOpening(false));
    },
    [isOff, fail],
  );
  useEffect(() => {
    const paste = (event: ClipboardEvent) => take([...(event.clipboardData?.files ?? [])]);
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [take]);
  const close = () => {
    sending.current?.abort();
    if (opened) closePicture(opened);
    setOpened(null);
    setProblem(null);
  };
  const cut = (part: Part) => {
    if (!opened || isCutting) return;
    const given = new AbortController();
    sending.current = given;
    setProblem(null);
    setCutting(true);
    cropPicture(opened, part, maxSide)
      .then((picture) => (given.signal.aborted ? undefined : onPicked(picture, given.signal)))
      .then(
        () => !given.signal.aborted && close(),
        (error) => !given.signal.aborted && fail(error),
      )
      .finally(() => setCutting(false));
  };
  return { opened, isOpening, isCutting, problem, take, cut, close };
}
