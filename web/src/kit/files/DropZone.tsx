import { type ReactNode, useRef, useState } from 'react';
import { Icon } from '../signs/Icon.tsx';
import './dropZone.css';

interface DropZoneProps {
  onFiles: (files: File[]) => void;
  /** The content, given whether files are held over it; contains a `FileButton` for people who cannot drop files. */
  children: (isOver: boolean) => ReactNode;
}

/** A part of the page that takes files which are dropped on it. */
export function DropZone({ onFiles, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
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
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onFiles(files);
      }}
    >
      {children(isOver)}
    </div>
  );
}

interface FileButtonProps {
  label: string;
  /** The accepted types, as in `<input accept>`. */
  accept: string;
  onFiles: (files: File[]) => void;
  isDisabled?: boolean;
  takesSeveral?: boolean;
  /** Which of a phone's cameras takes the picture. */
  capture?: 'user' | 'environment';
  /** Ids of the elements that label the button, when its text does not, and that describe it. */
  labelledBy?: string | undefined;
  describedBy?: string | undefined;
  isInvalid?: boolean;
}

/** A button that opens the file dialog, or a phone's camera. */
export function FileButton({
  label,
  accept,
  onFiles,
  isDisabled = false,
  takesSeveral = false,
  capture,
  labelledBy,
  describedBy,
  isInvalid = false,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={isDisabled}
        data-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        <Icon name="plus" />
        {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={takesSeveral}
        {...(capture ? { capture } : {})}
        {...(labelledBy ? { 'aria-labelledby': labelledBy } : { 'aria-label': label })}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file can be chosen again.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
