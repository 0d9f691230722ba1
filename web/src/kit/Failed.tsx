import { useKitT } from './messages.ts';
import { Icon } from './signs/Icon.tsx';
import { StateSign } from './signs/StateSign.tsx';

/** What could not be loaded: what happened, what is kept, what to do. */
export function Failed({ onRetry }: { onRetry: () => void }) {
  const t = useKitT();
  return (
    <div className="empty" role="alert">
      <StateSign sign="refused" size={28} />
      <div>
        <h2>{t('kit.failed.title')}</h2>
        <p>{t('kit.failed.body')}</p>
        <button type="button" className="button" onClick={onRetry}>
          <Icon name="renew" />
          {t('kit.retry')}
        </button>
      </div>
    </div>
  );
}
