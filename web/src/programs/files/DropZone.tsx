import { programFileExtension } from '@fournil/contract/programs/programFile';
import { useRef, useState } from 'react';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';

/** Files by choice or by drop. */
export function DropZone({ isReading, onFiles }: { isReading: boolean; onFiles: (files: readonly File[]) => void }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (list: FileList | null) => {
    setOver(false);
    if (list && list.length > 0) onFiles([...list]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the button inside
    <div
      className="drop-zone"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files);
      }}
    >
      <Icon name="programs" size={32} />
      <p>{t(isOver ? 'resources.programs.files.drop' : 'resources.programs.files.lead')}</p>
      <button type="button" className="button" disabled={isReading} onClick={() => input.current?.click()}>
        {t(isReading ? 'resources.programs.files.reading' : 'resources.programs.files.choose')}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={programFileExtension}
        aria-label={t('resources.programs.files.choose')}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
    </div>
  );
}
