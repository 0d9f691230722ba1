import { Icon } from '../../kit/signs/Icon.tsx';
import { useCopy } from '../../kit/useCopy.ts';
import { useT } from '../messages.ts';

const shownDigits = 12;

/** A SHA-256, shortened on narrow screens; the button copies the whole value. */
export function Checksum({ value, version, isWhole = false }: { value: string; version: string; isWhole?: boolean }) {
  const t = useT();
  const copy = useCopy();
  return (
    <span className="checksum">
      <code className={isWhole ? undefined : 'update-short'} title={value}>
        {isWhole ? value : `${value.slice(0, shownDigits)}…`}
      </code>
      <button
        type="button"
        className="icon-button icon-button--bare"
        aria-label={t('updates.copyChecksum', { version })}
        onClick={() => void copy(value)}
      >
        <Icon name="copy" size={16} />
      </button>
    </span>
  );
}
