import { useEffect, useRef } from 'react';
import { useDates } from '../format/dates.ts';
import { useNow } from '../format/useNow.ts';
import { useKitT } from '../messages.ts';
import { FormNotice } from './FormNotice.tsx';
import type { FieldChange } from './versions.ts';

interface ConflictNoticeProps {
  /** When the other version was saved. */
  savedAt?: string;
  /** The address of the other version. */
  address: string;
  /** What the other person changed, field by field. */
  changes?: readonly FieldChange[];
  onTake: () => void;
  onMine: () => void;
}

/** Someone else has saved the record meanwhile: nothing is overwritten without confirmation (API-06). */
export function ConflictNotice({ savedAt, address, changes = [], onTake, onMine }: ConflictNoticeProps) {
  const t = useKitT();
  const dates = useDates();
  const now = useNow(30_000);
  const notice = useRef<HTMLDivElement>(null);
  // Scrolls to the question, which may be far above the Save button of a long form.
  useEffect(() => {
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <FormNotice ref={notice} sign="pending" title={t('kit.conflict.title')}>
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
    </FormNotice>
  );
}
