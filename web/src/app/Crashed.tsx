import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../kit/api.ts';
import { useKitT } from '../kit/messages.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { StateSign } from '../kit/signs/StateSign.tsx';
import { useT } from './messages.ts';

/** As Chromium, Safari and Firefox say it, and Vite of a page's styles. */
const notFetched = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** A page that has thrown, or whose code never came. */
export function Crashed({ error }: { error: unknown }) {
  return error instanceof Error && notFetched.test(error.message) ? <NotFetched /> : <Stopped />;
}

function Stopped() {
  const t = useT();
  return (
    <div className="page">
      <div className="empty" role="alert">
        <StateSign sign="refused" size={28} />
        <div>
          <h1>{t('app.crashed.title')}</h1>
          <p>{t('app.crashed.body')}</p>
          <button type="button" className="button" onClick={reload}>
            <Icon name="renew" />
            {t('app.crashed.reload')}
          </button>
        </div>
      </div>
    </div>
  );
}

/** React and the browser remember an import that failed: the whole page is loaded anew, once the server can be reached. */
function NotFetched() {
  const t = useT();
  const kitT = useKitT();
  const again = useMutation({ mutationFn: () => call('/health'), onSuccess: reload });
  useEffect(() => {
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return (
    <div className="page">
      <div className="empty" role="alert">
        <StateSign sign="refused" size={28} />
        <div>
          <h1>{t('app.notFetched.title')}</h1>
          <p>{t(again.error ? 'app.notFetched.still' : 'app.notFetched.body')}</p>
          <button type="button" className="button" disabled={again.isPending} onClick={() => again.mutate()}>
            <Icon name="renew" />
            {kitT('kit.retry')}
          </button>
        </div>
      </div>
    </div>
  );
}

function reload(): void {
  window.location.reload();
}
