import { setProduct } from '@fournil/contract/product';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, loadInside } from './app/App.tsx';
import { isInside, signInPath } from './app/authProvider.ts';
import { LiveContext } from './app/frame/LiveIndicator.tsx';
import { browserLocale, claimsOf, pendingStepPath, pendingSteps, session } from './app/session.ts';
import { followTheme } from './app/theme/theme.ts';
import { MasterContext } from './control/index.ts';
import { askWhileWriting, newQueryClient, openLive, setCaller } from './data/index.ts';
import { LocaleKeeperContext } from './kit/format/browserLocale.ts';
import { keepTyping } from './kit/forms/keptTyping.ts';
import { hasUnsavedInput } from './kit/forms/unsaved.ts';
import { OwnSessionContext } from './kit/session/ownSession.ts';
import { profileReading } from './kit/session/profileReading.ts';
import './app/theme/fonts.css';
import './app/theme/scale.css';
import './app/theme/base.css';
import './app/theme/buttons.css';
import './app/theme/fields.css';
import './app/theme/forcedColors.css';
import './app/theme/surfaces.css';
import './app/theme/print.css';

const metaText = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
const slug = metaText('product-slug');
if (slug && !slug.startsWith('__')) setProduct(slug, metaText('product-name'));

const queryClient = newQueryClient();

/** AUT-04 */
setCaller({
  token: session.token,
  language: session.locale,
  refused(status, key) {
    // SEC-03: two factors are required since this session began; after signing in again the set-up is shown.
    const wantsSignIn = key === 'custom.auth.second_step_required' && !pendingStepPath();
    if (status === 403 && !wantsSignIn) {
      // A form with unsaved input stays, and shows that the right was withdrawn.
      if (hasUnsavedInput()) void queryClient.invalidateQueries({ queryKey: profileReading.queryKey });
      else window.location.hash = '#/not-granted';
      return;
    }
    if (session.isElsewhere()) return startAnew();
    // The control session has ended; the master's own session continues (IMP-04).
    if (session.giveBackMaster()) {
      session.leaveNotice('control.over');
      return startAnew();
    }
    if (window.location.hash.startsWith('#/login')) {
      // Not the answer to a wrong password: the page was opened with a session that has ended.
      if (isInside()) session.close();
      return;
    }
    if (!pendingStepPath()) {
      keepTyping();
      session.leaveReturn(window.location.hash, key ?? null);
      session.close();
    }
    window.location.hash = `#${signInPath()}`;
    queryClient.clear();
  },
});

window.addEventListener('beforeunload', askWhileWriting);

/** Reloads the page at the home page, so that no cached data, stream or input of the previous person remains. */
function startAnew(): void {
  // Not through the router, which would ask about unsaved changes; nor for those on their way, of the previous person.
  window.removeEventListener('beforeunload', askWhileWriting);
  window.history.replaceState(null, '', '#/');
  window.location.reload();
}

const master = {
  take(token: string) {
    session.takeMaster(token);
    startAnew();
  },
  giveBack() {
    if (session.giveBackMaster()) session.leaveNotice('control.ended');
    startAnew();
  },
};

/**
 * When another tab signs in as another person, this one follows, unless nobody is signed in here and the sign-in page
 * is open.
 */
session.watchOthers(() => {
  if (!session.token() && !window.location.hash.startsWith('#/login')) return;
  keepTyping();
  session.leaveNotice('control.elsewhere');
  startAnew();
});

const own = {
  pendingStepPath,
  secondSteps: pendingSteps,
  isInside,
  watch: session.watch,
  id: () => claimsOf(session.token() ?? '')?.id ?? '',
  username: () => claimsOf(session.token() ?? '')?.username ?? '',
  close: session.close,
  hasEnded: session.hasReturn,
  whyEnded: session.whyEnded,
};

// Signed-in people need these next; they are loaded while React starts.
if (isInside()) {
  loadInside(window.location.hash.slice(1));
  void queryClient.prefetchQuery(profileReading);
}
followTheme();
const live = openLive(queryClient, { isInside, id: own.id, watch: session.watch }, window);
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <LiveContext value={live}>
        <LocaleKeeperContext value={{ keep: session.pickLocale, ofBrowser: browserLocale }}>
          <MasterContext value={master}>
            <OwnSessionContext value={own}>
              <App queryClient={queryClient} />
            </OwnSessionContext>
          </MasterContext>
        </LocaleKeeperContext>
      </LiveContext>
    </StrictMode>,
  );
}
