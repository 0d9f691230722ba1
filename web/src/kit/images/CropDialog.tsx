import { imageLimits } from '@fournil/contract/images/images';
import { type ReactNode, useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Modal } from '../dialogs/Modal.tsx';
import { usePicturesT } from './messages.ts';
import type { OpenPicture, Part } from './openPicture.ts';
import './pictures.css';

interface CropDialogProps {
  picture: OpenPicture;
  shape: 'round' | 'square';
  /** The square is being cropped or sent. */
  isBusy: boolean;
  /** Why the last part could not be used. */
  problem: ReactNode;
  onUse: (part: Part) => void;
  onClose: () => void;
}

const zoomSteps = 100;

/** Crops a picture to a square, by pointer, arrow keys or slider; the square has a minimum size. */
export function CropDialog({ picture, shape, isBusy, problem, onUse, onClose }: CropDialogProps) {
  const t = usePicturesT();
  const hint = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const shortest = Math.min(picture.width, picture.height);
  // A file that is sent unchanged cannot be scaled down here: the square itself has to be within the limits.
  const least = picture.bitmap ? 1 : Math.max(1, shortest / imageLimits.maxSide);
  const most = Math.max(least, Math.min(8, shortest / imageLimits.minSide));
  const [zoom, setZoom] = useState(least);
  const [part, setPart] = useState<Part | null>(null);
  return (
    <Modal
      title={t('pictures.crop.title')}
      width="xs"
      onClose={onClose}
      actions={
        <button
          type="button"
          className="button button--main"
          disabled={!part}
          // A disabled button would lose the focus.
          aria-disabled={isBusy}
          onClick={() => part && !isBusy && onUse(part)}
        >
          {t('pictures.crop.use')}
        </button>
      }
    >
      <div className="crop">
        <Cropper
          image={picture.url}
          crop={crop}
          zoom={zoom}
          minZoom={least}
          maxZoom={most}
          aspect={1}
          objectFit="cover"
          cropShape={shape === 'round' ? 'round' : 'rect'}
          showGrid={false}
          keyboardStep={4}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={setPart}
          onCropAreaChange={setPart}
          cropperProps={{ role: 'application', 'aria-label': t('pictures.crop.area'), 'aria-describedby': hint }}
          mediaProps={{ alt: '' }}
          disableAutomaticStylesInjection
        />
      </div>
      <label className="crop__zoom">
        {t('pictures.crop.zoom')}
        <input
          type="range"
          min={least}
          max={most}
          step={(most - least) / zoomSteps || 1}
          value={zoom}
          disabled={most === least}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
      <p className="soft" id={hint}>
        {t('pictures.crop.hint')}
      </p>
      <div role="status">{isBusy ? t('pictures.states.sending') : problem}</div>
    </Modal>
  );
}
