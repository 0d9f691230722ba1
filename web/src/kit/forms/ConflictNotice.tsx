import { useEffect, useRef } from 'react';
import { useDates } from '../format/dates.ts';
import { useNow } from '../format/useNow.ts';
import { useKitT } from '../messages.ts';
import { StateSign } from '../signs/StateSign.tsx';
import type { FieldChange } from './versions.ts';
import './conflict.css';

interface ConflictNoticeProps {
  /** When theirs was saved. */
  savedAt?: string;
  /** Where theirs can be looked at. */
  address: string;
  /** What they changed, field by field. */
  changes?: readonly FieldChange[];
  onTake: () => void;
  onMine: () => void;
}

/** Someone else was faster: nothing is overwritten before the person says so (API-06). */
export function ConflictNotice({ savedAt, address, changes = [], onTake, onMine }: ConflictNoticeProps) {
  const t = useKitT();
  const dates = useDates();
  const now = useNow(30_000);
  const notice = useRef<HTMLDivElement>(null);
  // Who pressed "Save" at the end of a long form is taken to where the question stands.
  useEffect(() => {
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div ref={notice} className="conflict" role="alert" tabIndex={-1}>
      <StateSign sign="pending" size={20} />
      <div>
        <strong>{t('kit.conflict.title')}</strong>
        <p>{savedAt ? t('kit.conflict.body', { ago: dates.ago(savedAt, now) }) : t('kit.conflict.bodyNow')}</p>
        {changes.length > 0 && (
          <dl className="conflict__changes">
            {changes.map(({ label, before, theirs }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <del>{before || '–'}</del> → <ins>{theirs || '–'}</ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
        <p className="soft">{t('kit.conflict.merge')}</p>
        <div className="conflict__actions">
          <a className="button" href={address} target="_blank" rel="noreferrer">
            {t('kit.conflict.theirs')}
          </a>
          <button type="button" className="button" onClick={onTake}>
            {t('kit.conflict.take')}
          </button>
          <button type="button" className="button button--danger" onClick={onMine}>
            {t('kit.conflict.mine')}
          </button>
        </div>
      </div>
    </div>
  );
}
