import { useRemoveFromStore } from 'ra-core';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { call, isCodeMissing, isOfServer, useAct } from '../../data/index.ts';
import { FailureNotice } from '../../kit/pages/FailureNotice.tsx';
import { useT } from '../messages.ts';

/** Shown in place of a page that has thrown an error, or whose code could not be loaded. */
export function Crashed({ error }: { error: unknown }) {
  return isCodeMissing(error) ? <NotFetched /> : <Stopped />;
}

function Stopped() {
  const t = useT();
  const { pathname } = useLocation();
  const removeFromStore = useRemoveFromStore();
  /** The filters of the address may be the reason, and ra-core keeps those of a list. */
  const reloadWithoutQuery = () => {
    removeFromStore(`${pathname.slice(1)}.listParams`);
    window.history.replaceState(null, '', `#${pathname}`);
    reload();
  };
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

/** Milliseconds, unless the name says otherwise. */
const pace = {
  asksServer: 5000,
  longestAnswerSeconds: 10,
  /** A page whose code is missing from a server that answers is loaded again once in so long. */
  reloads: 60_000,
};

/**
 * React and the browser remember an import that failed: the whole page is loaded anew. At once when the server, or the
 * connection, was away and is back; otherwise the server has another version, whose files may be incomplete.
 */
function NotFetched() {
  const t = useT();
  const again = useAct({ changes: 'nothing', send: () => call('/health'), onDone: reload, refused: () => null });
  const isAway = useServerAway();
  return (
    <div className="page">
      <FailureNotice
        heading="h1"
        title={t('app.notFetched.title')}
        body={t(again.error || isAway ? 'app.notFetched.still' : 'app.notFetched.body')}
        action={t('app.notFetched.again')}
        onAct={() => again.act()}
        isBusy={again.isPending}
      />
    </div>
  );
}

/** Whether the server could not be reached; loads the page again when it can. */
function useServerAway(): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    let wasAway = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = new AbortController();
    const look = async () => {
      try {
        await call('/health', { signal: stop.signal, limitSeconds: pace.longestAnswerSeconds });
        if (wasAway || performance.now() > pace.reloads) reload();
      } catch (error) {
        // Any other refusal is the answer of a server that can be reached.
        if (isOfServer(error)) {
          wasAway = true;
          setAway(true);
        }
      }
      if (!stop.signal.aborted) timer = setTimeout(look, pace.asksServer);
    };
    void look();
    window.addEventListener('online', reload);
    return () => {
      stop.abort();
      clearTimeout(timer);
      window.removeEventListener('online', reload);
    };
  }, []);
  return isAway;
}

function reload(): void {
  window.location.reload();
}
