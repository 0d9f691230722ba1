import { useKitT } from './messages.ts';
import { Icon } from './signs/Icon.tsx';
import { StateSign } from './signs/StateSign.tsx';

interface FailedProps {
  onRetry: () => void;
  /** Whether it is the answer to something typed, which still stands there. */
  isTypingKept?: boolean;
}

/** What could not be loaded: what happened, what is kept, what to do. */
export function Failed({ onRetry, isTypingKept = false }: FailedProps) {
  const t = useKitT();
  return (
    <div className="empty" role="alert">
      <StateSign sign="refused" size={28} />
      <div>
        <h2>{t('kit.failed.title')}</h2>
        <p>{t(isTypingKept ? 'kit.failed.typedKept' : 'kit.failed.body')}</p>
        <button type="button" className="button" onClick={onRetry}>
          <Icon name="renew" />
          {t('kit.retry')}
        </button>
      </div>
    </div>
  );
}
