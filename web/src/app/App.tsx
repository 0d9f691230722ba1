import { product } from '@fournil/contract/product';
import { CoreAdminContext, CoreAdminUI, CustomRoutes, RestoreScrollPosition, useLocale, useNotify } from 'ra-core';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Navigate, Route } from 'react-router-dom';
import { SignInPage } from '../accounts/SignInPage.tsx';
import { dataProvider, type QueryClient } from '../data/index.ts';
import { ErrorBoundary } from '../kit/pages/ErrorBoundary.tsx';
import { page } from '../kit/pages/page.ts';
import { authProviderFor } from './authProvider.ts';
import { Crashed } from './frame/Crashed.tsx';
import { HistoryOrder } from './HistoryOrder.tsx';
import { allPages, type PageOfPath, pageAt } from './pages.ts';
import { SignInGuard } from './SignInGuard.tsx';
import { listStore } from './store.ts';
import { AllWords } from './words/AllWords.tsx';
import { setDocumentLanguage, useI18nOf } from './words/i18nProvider.ts';
import { withLocale } from './words/localeStore.ts';
import { allTexts } from './words/texts.ts';

const frame = () => import('./frame/Layout.tsx');
const Layout = lazy(async () => ({ default: (await frame()).Layout }));
const Notices = page(() => import('./frame/Notices.tsx'), 'Notices');
const NotFound = page(() => import('./NotFound.tsx'), 'NotFound');
const NotAsked = page(() => import('./NotFound.tsx'), 'NotAsked');

const store = withLocale(listStore());

/**
 * Starts loading the texts, the code of the frame around the pages of signed-in people, and that of the page at this
 * address.
 */
export function loadInside(address: string): void {
  // A failure is reported by the component that needs the code.
  for (const load of [allTexts(store.locale()), frame(), pageAt(address)?.load()]) load?.catch(() => undefined);
}

export function App({ queryClient }: { queryClient: QueryClient }) {
  const pages = allPages();
  return (
    <CoreAdminContext
      authProvider={authProviderFor(queryClient)}
      dataProvider={dataProvider}
      i18nProvider={useI18nOf(store)}
      queryClient={queryClient}
      store={store}
    >
      <DocumentLanguage />
      <HistoryOrder />
      <SignInGuard open={pages.filter(([, { outside }]) => outside === 'everybody').map(([path]) => path)}>
        <CoreAdminUI
          layout={LaterLayout}
          loginPage={SignInPage}
          catchAll={NotFound}
          accessDenied={ToNotGranted}
          authenticationError={NotAsked}
          loading={Nothing}
          title={product.name}
          requireAuth
          error={Crashed}
          disableTelemetry
        >
          <CustomRoutes noLayout>{pages.filter(isOutside).map(outsideRoute)}</CustomRoutes>
          <CustomRoutes>{pages.filter((one) => !isOutside(one)).map(insideRoute)}</CustomRoutes>
        </CoreAdminUI>
      </SignInGuard>
      {/* Outside the pages, so that a notice stays when another page is opened. */}
      <ErrorBoundary fallback={() => null}>
        <Suspense fallback={null}>
          <Notices />
        </Suspense>
      </ErrorBoundary>
    </CoreAdminContext>
  );
}

function isOutside([, { outside }]: PageOfPath): boolean {
  return outside !== undefined;
}

function outsideRoute([path, Shown]: PageOfPath) {
  return (
    <Route
      key={path}
      path={path}
      element={
        <Suspense fallback={null}>
          <AllWords>
            <Shown />
          </AllWords>
        </Suspense>
      }
    />
  );
}

function insideRoute([path, Shown]: PageOfPath) {
  const content = <Shown />;
  return (
    <Route
      key={path}
      path={path}
      element={
        Shown.restoresScroll ? (
          <RestoreScrollPosition storeKey={`${path}.scrollPosition`}>{content}</RestoreScrollPosition>
        ) : (
          content
        )
      }
    />
  );
}

function LaterLayout({ children }: { children?: ReactNode }) {
  return (
    <Suspense fallback={null}>
      <AllWords>
        <Layout>{children}</Layout>
      </AllWords>
    </Suspense>
  );
}

function ToNotGranted() {
  return <Navigate to="/not-granted" replace />;
}

function Nothing() {
  return null;
}

function DocumentLanguage() {
  const locale = useLocale();
  const notify = useNotify();
  useEffect(() => setDocumentLanguage(locale), [locale]);
  useEffect(() => store.watchFailures(() => notify('ra.notification.i18n_error', { type: 'error' })), [notify]);
  return null;
}
