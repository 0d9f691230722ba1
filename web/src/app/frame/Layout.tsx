import { useLocaleState, useNotify } from 'ra-core';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Proof } from '../../accounts/proof/Proof.tsx';
import { ControlBanner } from '../../control/index.ts';
import { useRead } from '../../data/index.ts';
import { BulkRuns } from '../../kit/bulk/BulkRuns.tsx';
import { DialogBox } from '../../kit/dialogs/DialogBox.tsx';
import { hasUnsavedInput } from '../../kit/forms/unsaved.ts';
import { ErrorBoundary } from '../../kit/pages/ErrorBoundary.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { May } from '../../kit/session/May.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { profileReading } from '../../kit/session/profileReading.ts';
import { useT } from '../messages.ts';
import { session } from '../session.ts';
import { allTexts } from '../words/texts.ts';
import { AppBar } from './AppBar.tsx';
import { Crashed } from './Crashed.tsx';
import { cleanSearch } from './cleanSearch.ts';
import { menuFor } from './menu.ts';
import { Rail } from './Rail.tsx';
import { useFocusHeading } from './useFocusHeading.ts';
import { useKeptFocus } from './useKeptFocus.ts';
import './layout.css';

/** The frame around every page of a signed-in person. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <>
      <Frame>{children}</Frame>
      <Proof />
      <May act="bulk.run">
        <BulkRuns />
      </May>
    </>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const t = useT();
  const may = useMay();
  const { data: profile, error, refetch } = useRead(profileReading);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const { pathname, search, state } = useLocation();
  const clean = cleanSearch(search);
  // In a control session the master's own language stays.
  const isInItsLanguage = useProfileLocale(profile?.master ? undefined : profile?.countryCode);
  useLeftNotice();
  useFocusHeading(main, profile !== undefined && isInItsLanguage);
  useKeptFocus(main);
  if (error && !profile) return <Failed onRetry={() => void refetch()} />;
  if (!profile || !isInItsLanguage) return <div className="frame" aria-busy="true" />;
  const entries = menuFor(profile, may);
  return (
    <div className="frame">
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        {t('app.skip')}
      </button>
      <AppBar profile={profile} isMenuOpen={isMenuOpen} onMenu={() => setMenuOpen(true)} />
      <Rail kind="rail" entries={entries} />
      <main ref={main} tabIndex={-1}>
        <ControlBanner profile={profile} />
        <ErrorBoundary key={pathname} fallback={(error) => <Crashed error={error} />}>
          <Suspense fallback={<PageSkeleton />}>
            {clean === search || hasUnsavedInput() ? (
              children
            ) : (
              <Navigate to={{ pathname, search: clean }} state={state} replace />
            )}
          </Suspense>
        </ErrorBoundary>
      </main>
      <Rail kind="bar" entries={entries.filter(({ often }) => often)} />
      {isMenuOpen && (
        <DialogBox className="side" label={t('app.menu.main')} onClose={() => setMenuOpen(false)}>
          <Rail kind="drawer" entries={entries} onGo={() => setMenuOpen(false)} />
        </DialogBox>
      )}
    </div>
  );
}

/** Shows the notice that was stored before the page was reloaded. */
function useLeftNotice(): void {
  const notify = useRef(useNotify());
  useEffect(() => {
    const key = session.takeNotice();
    if (key) notify.current(key, { type: 'info' });
  }, []);
}

/** Shown while the code of a page is loaded. */
function PageSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <span className="skeleton" style={{ width: 220, height: 24 }} />
      <span className="skeleton" style={{ width: '100%', height: 200 }} />
    </div>
  );
}

/**
 * GEN-02: for signed-in people the profile's language applies. False at first if the page is in another one, until its
 * texts are loaded or cannot be.
 */
function useProfileLocale(countryCode: 'EN' | 'FR' | undefined): boolean {
  const [shown, setShown] = useLocaleState();
  const [isSettled, setSettled] = useState(false);
  const change = useRef(setShown);
  const locale = countryCode && (countryCode === 'FR' ? 'fr' : 'en');
  useEffect(() => {
    if (!locale) return;
    session.pickLocale(locale);
    change.current(locale);
    const settle = () => setSettled(true);
    allTexts(locale).then(settle, settle);
  }, [locale]);
  return isSettled || !locale || locale === shown;
}
