import { product } from '@fournil/contract/product';
import { CoreAdminContext, CoreAdminUI, CustomRoutes, Resource, useLocale, useNotify } from 'ra-core';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Navigate, Route } from 'react-router-dom';
import { SignInPage } from '../accounts/SignInPage.tsx';
import { SelectUser } from '../control/index.ts';
import { dataProvider, type QueryClient } from '../data/index.ts';
import { ErrorBoundary } from '../kit/pages/ErrorBoundary.tsx';
import { loadPage, page } from '../kit/pages/page.ts';
import { authProviderFor } from './authProvider.ts';
import { Crashed } from './frame/Crashed.tsx';
import { HistoryOrder } from './HistoryOrder.tsx';
import { resources } from './resources.ts';
import { SignInGuard } from './SignInGuard.tsx';
import { listStore } from './store.ts';
import { AllWords } from './words/AllWords.tsx';
import { setDocumentLanguage, useI18nOf } from './words/i18nProvider.ts';
import { withLocale } from './words/localeStore.ts';
import { allTexts } from './words/texts.ts';

const frame = () => import('./frame/Layout.tsx');
const Layout = lazy(async () => ({ default: (await frame()).Layout }));
const Styled = lazy(async () => ({ default: (await import('./theme/Styled.tsx')).Styled }));
const Notices = page(() => import('./frame/Notices.tsx'), 'Notices');
const HomePage = page(() => import('../home/HomePage.tsx'), 'HomePage');
const RecycleBinPage = page(() => import('../recycle-bin/RecycleBinPage.tsx'), 'RecycleBinPage');
const ProfilePage = page(() => import('../accounts/profile/ProfilePage.tsx'), 'ProfilePage');
const ProfileEdit = page(() => import('../accounts/profile/ProfileEdit.tsx'), 'ProfileEdit');
const AuthenticatePage = page(() => import('../accounts/gate/AuthenticatePage.tsx'), 'AuthenticatePage');
const ChoosePasswordPage = page(() => import('../accounts/gate/ChoosePasswordPage.tsx'), 'ChoosePasswordPage');
const SetUpSecondStepPage = page(() => import('../accounts/gate/SetUpSecondStepPage.tsx'), 'SetUpSecondStepPage');
const ConfirmEmailPage = page(() => import('../accounts/gate/ConfirmEmailPage.tsx'), 'ConfirmEmailPage');
const TakeBackEmailPage = page(() => import('../accounts/gate/TakeBackEmailPage.tsx'), 'TakeBackEmailPage');
const ActivityPage = page(() => import('../history/ActivityPage.tsx'), 'ActivityPage');
const AccessReviewPage = page(() => import('../access-review/AccessReviewPage.tsx'), 'AccessReviewPage');
const TokenList = page(() => import('../api-tokens/TokenList.tsx'), 'TokenList');
const TokenCreate = page(() => import('../api-tokens/TokenCreate.tsx'), 'TokenCreate');
const ModelList = page(() => import('../models/ModelList.tsx'), 'ModelList');
const ModelCreate = page(() => import('../models/ModelCreate.tsx'), 'ModelCreate');
const ModelEdit = page(() => import('../models/ModelEdit.tsx'), 'ModelEdit');
const WebhookList = page(() => import('../webhooks/WebhookList.tsx'), 'WebhookList');
const WebhookCreate = page(() => import('../webhooks/WebhookForm.tsx'), 'WebhookCreate');
const WebhookEdit = page(() => import('../webhooks/WebhookForm.tsx'), 'WebhookEdit');
const WebhookShow = page(() => import('../webhooks/WebhookShow.tsx'), 'WebhookShow');
const TemplateList = page(() => import('../users/templates/TemplateList.tsx'), 'TemplateList');
const TemplateCreate = page(() => import('../users/templates/TemplatePage.tsx'), 'TemplateCreate');
const TemplatePage = page(() => import('../users/templates/TemplatePage.tsx'), 'TemplatePage');
const AllActivityPage = page(() => import('../history/AllActivityPage.tsx'), 'AllActivityPage');
const ClientAdminList = page(() => import('../users/staff/StaffLists.tsx'), 'ClientAdminList');
const TechnicianList = page(() => import('../users/staff/StaffLists.tsx'), 'TechnicianList');
const CreateAdmin = page(() => import('../users/staff/CreateStaff.tsx'), 'CreateAdmin');
const CreateTechnician = page(() => import('../users/staff/CreateStaff.tsx'), 'CreateTechnician');
const SharedMachines = page(() => import('../users/sharing/SharedMachines.tsx'), 'SharedMachines');
const UserEdit = page(() => import('../users/forms/UserEdit.tsx'), 'UserEdit');
const SettingsPage = page(() => import('../machines/settings/SettingsPage.tsx'), 'SettingsPage');
const SettingRollout = page(() => import('../machines/settings/SettingRollout.tsx'), 'SettingRollout');
const ContentsPage = page(() => import('../machines/contents/ContentsPage.tsx'), 'ContentsPage');
const BakesPage = page(() => import('../programs/bakes/BakesPage.tsx'), 'BakesPage');
const DifferencesPage = page(() => import('../differences/DifferencesPage.tsx'), 'DifferencesPage');
const CreateAccountPage = page(() => import('../accounts/gate/CreateAccountPage.tsx'), 'CreateAccountPage');
const ActivatePage = page(() => import('../accounts/gate/ActivatePage.tsx'), 'ActivatePage');
const ResetPage = page(() => import('../accounts/gate/ResetPage.tsx'), 'ResetPage');
const ResetPasswordPage = page(() => import('../accounts/gate/ResetPasswordPage.tsx'), 'ResetPasswordPage');
const VerifyPage = page(() => import('../accounts/gate/VerifyPage.tsx'), 'VerifyPage');
const ChangePasswordPage = page(() => import('../accounts/gate/ChangePasswordPage.tsx'), 'ChangePasswordPage');
const MailboxPage = page(() => import('../demo/MailboxPage.tsx'), 'MailboxPage');
const ProgramImages = page(() => import('../images/LibraryPage.tsx'), 'ProgramImages');
const AddProgramImage = page(() => import('../images/LibraryPage.tsx'), 'AddProgramImage');
const MachineImages = page(() => import('../images/LibraryPage.tsx'), 'MachineImages');
const AddMachineImage = page(() => import('../images/LibraryPage.tsx'), 'AddMachineImage');
const MachineImage = page(() => import('../images/LibraryPage.tsx'), 'MachineImage');
const ManageImages = page(() => import('../images/ManageImages.tsx'), 'ManageImages');
const UpdateListPage = page(() => import('../software-updates/UpdatePages.tsx'), 'UpdateListPage');
const UpdateCreatePage = page(() => import('../software-updates/UpdatePages.tsx'), 'UpdateCreatePage');
const UpdatePage = page(() => import('../software-updates/UpdatePages.tsx'), 'UpdatePage');
const UpdateRolloutPage = page(() => import('../software-updates/UpdatePages.tsx'), 'UpdateRolloutPage');
const ProgramRollout = page(() => import('../rollouts/start/ProgramRollout.tsx'), 'ProgramRollout');
const MenuRollout = page(() => import('../rollouts/start/MenuRollout.tsx'), 'MenuRollout');
const RolloutListPage = page(() => import('../rollouts/RolloutPages.tsx'), 'RolloutListPage');
const RolloutPage = page(() => import('../rollouts/RolloutPages.tsx'), 'RolloutPage');
const NotFound = page(() => import('./NotFound.tsx'), 'NotFound');
const NotAsked = page(() => import('./NotFound.tsx'), 'NotAsked');
const NotGranted = page(() => import('./NotFound.tsx'), 'NotGranted');

/** Open to everybody. */
const gatePages: Record<string, ReactNode> = {
  '/create-account': (
    <Styled>
      <CreateAccountPage />
    </Styled>
  ),
  '/activate/:token': <ActivatePage />,
  '/reset': <ResetPage />,
  '/reset-password/:token': <ResetPasswordPage />,
  '/confirm-email/:token': <ConfirmEmailPage />,
  '/take-back-email/:token': <TakeBackEmailPage />,
  '/mailbox': <MailboxPage />,
  '/token-verification/:token': <VerifyPage />,
};
/** Open between the password and the second step (AUT-04). */
const stepPages: Record<string, ReactNode> = {
  '/authenticate': <AuthenticatePage />,
  '/choose-password': <ChoosePasswordPage />,
  '/set-up-second-step': (
    <Styled>
      <SetUpSecondStepPage />
    </Styled>
  ),
};

const store = withLocale(listStore());

/**
 * Starts loading the texts, the code of the frame around the pages of signed-in people, and that of the page at this
 * path if it is the home page or one of a resource.
 */
export function loadInside(path: string): void {
  // A failure is reported by the component that needs the code.
  for (const load of [allTexts(store.locale()), frame()]) load.catch(() => undefined);
  const [, name = '', below = ''] = path.replace(/\?.*/, '').split('/');
  const resource = resources.find((one) => one.name === name);
  if (name === '') loadPage(HomePage);
  else loadPage(below === 'create' ? resource?.create : below ? resource?.show : resource?.list);
}

export function App({ queryClient }: { queryClient: QueryClient }) {
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
      <SignInGuard open={Object.keys(gatePages)}>
        <CoreAdminUI
          layout={LaterLayout}
          loginPage={SignInPage}
          dashboard={HomePage}
          catchAll={NotFound}
          accessDenied={ToNotGranted}
          authenticationError={NotAsked}
          loading={Nothing}
          title={product.name}
          requireAuth
          error={Crashed}
          disableTelemetry
        >
          {resources.map((resource) => (
            <Resource key={resource.name} {...resource} />
          ))}
          <CustomRoutes noLayout>
            {[...Object.entries(gatePages), ...Object.entries(stepPages)].map(([path, content]) => (
              <Route key={path} path={path} element={later(content)} />
            ))}
          </CustomRoutes>
          <CustomRoutes>
            <Route path="/change-password" element={<ChangePasswordPage />} />
            <Route path="/not-granted" element={<NotGranted />} />
            <Route path="/profile" element={<ProfilePage />} />
            <Route path="/profile/edit" element={<ProfileEdit />} />
            <Route path="/activity" element={<ActivityPage />} />
            <Route path="/all-activity" element={<AllActivityPage />} />
            <Route path="/access-review" element={<AccessReviewPage />} />
            <Route path="/rights-templates" element={<TemplateList />} />
            <Route path="/rights-templates/create" element={<TemplateCreate />} />
            <Route path="/rights-templates/:id" element={<TemplatePage />} />
            <Route path="/api-tokens" element={<TokenList />} />
            <Route path="/api-tokens/create" element={<TokenCreate />} />
            <Route path="/webhooks" element={<WebhookList />} />
            <Route path="/webhooks/create" element={<WebhookCreate />} />
            <Route path="/webhooks/:id" element={<WebhookShow />} />
            <Route path="/webhooks/:id/edit" element={<WebhookEdit />} />
            <Route path="/differences" element={<DifferencesPage />} />
            <Route path="/recycle-bin" element={<RecycleBinPage />} />
            <Route path="/machines/:id/settings" element={<SettingsPage />} />
            <Route path="/machines/:id/settings/rollout" element={<SettingRollout />} />
            <Route path="/machines/:id/contents" element={<ContentsPage />} />
            <Route path="/programs/:id/bakes" element={<BakesPage />} />
            <Route path="/programs/:id/rollout" element={<ProgramRollout />} />
            <Route path="/menus/:id/rollout" element={<MenuRollout />} />
            <Route path="/select-user" element={<SelectUser />} />
            <Route path={`/create-${product.slug}-admin`} element={<CreateAdmin />} />
            <Route path={`/create-${product.slug}-tech`} element={<CreateTechnician />} />
            <Route path="/shared-machines" element={<SharedMachines />} />
            <Route path="/users/:id/edit" element={<UserEdit />} />
            <Route path="/client-admins" element={<ClientAdminList />} />
            <Route path={`/${product.slug}-technicians`} element={<TechnicianList />} />
            <Route path={`/images-${product.slug}`} element={<ProgramImages />} />
            <Route path={`/images-${product.slug}/add`} element={<AddProgramImage />} />
            <Route path="/images-machines" element={<MachineImages />} />
            <Route path="/images-machines/add" element={<AddMachineImage />} />
            <Route path="/images-machines/:machineCode" element={<MachineImage />} />
            <Route path="/models" element={<ModelList />} />
            <Route path="/models/create" element={<ModelCreate />} />
            <Route path="/models/:code" element={<ModelEdit />} />
            <Route path="/manage-images" element={<ManageImages />} />
            <Route path="/software-updates" element={<UpdateListPage />} />
            <Route path="/software-updates/create" element={<UpdateCreatePage />} />
            <Route path="/software-updates/:id" element={<UpdatePage />} />
            <Route path="/software-updates/:id/rollout" element={<UpdateRolloutPage />} />
            <Route path="/rollouts" element={<RolloutListPage />} />
            <Route path="/rollouts/:id" element={<RolloutPage />} />
            {/* GEN-10 */}
            <Route path="/errors" element={<Navigate to="/" replace />} />
            <Route path="/program_machines" element={<Navigate to="/" replace />} />
          </CustomRoutes>
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

function later(content: ReactNode): ReactNode {
  return (
    <Suspense fallback={null}>
      <AllWords>{content}</AllWords>
    </Suspense>
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
