import { Modal } from '../Modal.tsx';
import { useKitT } from '../messages.ts';
import { StateSign } from '../signs/StateSign.tsx';
import type { BulkWork } from './useBulk.ts';

interface BulkOutcomeProps {
  title: string;
  work: BulkWork;
  nameOf: (id: string) => string;
  onStop: () => void;
  onClose: () => void;
  onAgain: () => void;
}

/** How far a bulk action is, what did not work and why, and a way to try just that again. */
export function BulkOutcome({ title, work, nameOf, onStop, onClose, onAgain }: BulkOutcomeProps) {
  const t = useKitT();
  const { done, total, failures, isRunning } = work;
  return (
    <Modal
      title={`${title}: ${t('kit.bulk.progress', { done: done - failures.length, total })}`}
      onClose={isRunning ? onStop : onClose}
      actions={
        isRunning ? (
          <button type="button" className="button" onClick={onStop}>
            {t('kit.bulk.stop')}
          </button>
        ) : (
          <>
            <button type="button" className="button" onClick={onAgain}>
              {t('kit.bulk.again', { count: failures.length })}
            </button>
            <button type="button" className="button button--main" onClick={onClose}>
              {t('kit.close')}
            </button>
          </>
        )
      }
    >
      <div className="bar-of-work" role="progressbar" aria-label={title} aria-valuenow={done} aria-valuemin={0} aria-valuemax={total}>
        <span style={{ width: `${(done / Math.max(1, total)) * 100}%` }} />
      </div>
      {failures.length > 0 && <p>{t('kit.bulk.failed', { smart_count: failures.length })}</p>}
      <ul className="outcomes">
        {failures.map(({ id, reason }) => (
          <li key={id}>
            <StateSign sign="refused" />
            <span>
              <strong>{nameOf(id)}</strong>
              <small>{reason}</small>
            </span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
