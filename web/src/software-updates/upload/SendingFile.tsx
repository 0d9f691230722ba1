import { useTranslatedError } from '../../data/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useT } from '../messages.ts';
import { UnreadableFile } from './sendFile.ts';
import { useBytes } from './useBytes.ts';
import type { Sending } from './useUpload.ts';

interface SendingFileProps {
  sending: Sending;
  isLocked: boolean;
  onAgain: () => void;
  onCancel: () => void;
}

/** The progress of the upload, its speed and the remaining time. */
export function SendingFile({ sending, isLocked, onAgain, onCancel }: SendingFileProps) {
  const t = useT();
  const bytes = useBytes();
  const { file, state, sentBytes } = sending;
  const percent = Math.floor((sentBytes / file.size) * 100);
  return (
    <div className="sending-file">
      <p className="sending-file__name">
        <strong>{file.name}</strong> <span className="soft">{bytes(file.size)}</span>
      </p>
      <div
        className="bar-of-work"
        role="progressbar"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-label={file.name}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <Saying sending={sending} />
      <div className="sending-file__buttons">
        {state === 'failed' && (
          <button type="button" className="button button--small" onClick={onAgain}>
            {t('updates.form.again')}
          </button>
        )}
        <button type="button" className="button button--plain button--small" disabled={isLocked} onClick={onCancel}>
          {t('updates.form.cancel')}
        </button>
      </div>
    </div>
  );
}

function Saying({ sending: { state, file, sentBytes, bytesPerSecond, waitSeconds, error } }: { sending: Sending }) {
  const t = useT();
  const bytes = useBytes();
  const dates = useDates();
  const errorText = useTranslatedError();
  if (state === 'whole') {
    return (
      <p className="state" role="status">
        <StateSign sign="resolved" />
        {t('updates.form.whole')}
      </p>
    );
  }
  if (state === 'waiting') {
    return (
      <p className="state" role="status">
        <StateSign sign="pending" />
        {t('updates.form.offline', { seconds: waitSeconds })}
      </p>
    );
  }
  if (state === 'failed') {
    return (
      <p className="state field__error" role="alert">
        <StateSign sign="refused" />
        {t('updates.form.failed')} {error instanceof UnreadableFile ? t('updates.form.unreadable') : errorText(error)}
      </p>
    );
  }
  const says = [
    t('updates.form.progress', { sent: bytes(sentBytes), size: bytes(file.size) }),
    bytesPerSecond && t('updates.form.speed', { speed: bytes(bytesPerSecond) }),
    bytesPerSecond && t('updates.form.remaining', { span: dates.span((file.size - sentBytes) / bytesPerSecond) }),
  ];
  return <p className="soft">{says.filter(Boolean).join(' · ')}</p>;
}
