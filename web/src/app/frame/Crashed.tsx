import { useEffect, useRef } from 'react';
import { call, useAct } from '../../data/index.ts';
import { useKitT } from '../../kit/messages.ts';
import { FailureNotice } from '../../kit/pages/FailureNotice.tsx';
import { useT } from '../messages.ts';

/** The error messages of Chromium, Safari and Firefox for a failed import, and of Vite for failed style sheets. */
const notFetched = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Shown in place of a page that has thrown an error, or whose code could not be loaded. */
export function Crashed({ error }: { error: unknown }) {
  return error instanceof Error && notFetched.test(error.message) ? <NotFetched /> : <Stopped />;
}

function Stopped() {
  const t = useT();
  return (
    <div className="page">
      <FailureNotice
        heading="h1"
        title={t('app.crashed.title')}
        body={t('app.crashed.body')}
        action={t('app.crashed.reload')}
        onAct={reloadWithoutQuery}
      />
    </div>
  );
}

/** Milliseconds. */
const pace = {
  asksServer: 5000,
  /** A page whose code is missing from a server that answers is loaded again once in so long. */
  reloads: 60_000,
};

/**
 * React and the browser remember an import that failed: the whole page is loaded anew. At once when the server, or the
 * connection, was away and is back; otherwise the server has another version, whose files may be incomplete.
 */
function NotFetched() {
  const t = useT();
  const kitT = useKitT();
  const again = useAct({ changes: 'nothing', send: () => call('/health'), onDone: reload, refused: () => null });
  const wasAway = useRef(false);
  const look = useAct({
    changes: 'nothing',
    send: () => call('/health'),
    onDone: () => (wasAway.current || performance.now() > pace.reloads) && reload(),
    refused: () => null,
    onRefused: () => {
      wasAway.current = true;
    },
  });
  const { act } = look;
  useEffect(() => {
    act();
    const timer = setInterval(act, pace.asksServer);
    window.addEventListener('online', reload);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', reload);
    };
  }, [act]);
  return (
    <div className="page">
      <FailureNotice
        heading="h1"
        title={t('app.notFetched.title')}
        body={t((again.error ?? look.error) ? 'app.notFetched.still' : 'app.notFetched.body')}
        action={kitT('kit.retry')}
        onAct={() => again.act()}
        isBusy={again.isPending}
      />
    </div>
  );
}

/** The filters of the address may be the reason. */
function reloadWithoutQuery(): void {
  window.history.replaceState(null, '', window.location.hash.replace(/\?.*/, ''));
  reload();
}

function reload(): void {
  window.location.reload();
}
