import type { SentPicture } from '../kit/images/openPicture.ts';
import { Picture } from '../kit/images/Picture.tsx';
import { PicturePicker } from '../kit/images/PicturePicker.tsx';
import { useT } from './messages.ts';

const shownSize = 200;

interface PictureChoiceProps {
  maxSide: number;
  isBusy: boolean;
  /** Shown until another picture is chosen. */
  imageUrl: string | null;
  picture: SentPicture | null;
  error?: string | null;
  onChange: (picture: SentPicture | null) => void;
}

/** A preview of the picture that will be sent, or the button to choose one. */
export function PictureChoice({ maxSide, isBusy, imageUrl, picture, error = null, onChange }: PictureChoiceProps) {
  const t = useT();
  // A file that this browser cannot decode has no preview after cropping.
  const url = picture && !picture.crop ? `data:image/jpeg;base64,${picture.imageBase64}` : null;
  return (
    <div className="picture-choice">
      {url ? (
        <img className="picture" src={url} width={shownSize} height={shownSize} alt="" />
      ) : (
        <Picture imageUrl={imageUrl} size={shownSize} />
      )}
      {picture ? (
        <button type="button" className="button" disabled={isBusy} onClick={() => onChange(null)}>
          {t('images.another')}
        </button>
      ) : (
        <PicturePicker
          shape="square"
          maxSide={maxSide}
          camera="environment"
          isBusy={isBusy}
          error={error}
          onPicked={onChange}
        />
      )}
    </div>
  );
}
