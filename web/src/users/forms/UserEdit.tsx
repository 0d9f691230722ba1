import type { ProfileView } from '@fournil/contract/accounts/profile';
import { product } from '@fournil/contract/product';
import { editableFields } from '@fournil/contract/users/editableFields';
import { technicianUpdate, type UserDetail, type UserView, userUpdate } from '@fournil/contract/users/user';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { problemOf, readingList, useRead } from '../../data/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { VersionedForm } from '../../kit/forms/VersionedForm.tsx';
import type { VersionField } from '../../kit/forms/versions.ts';
import { AvatarEditor } from '../../kit/images/AvatarEditor.tsx';
import { Failed } from '../../kit/pages/Failed.tsx';
import { GonePage } from '../../kit/pages/GonePage.tsx';
import { RecordPage } from '../../kit/pages/RecordPage.tsx';
import { May, PageFor } from '../../kit/session/May.tsx';
import { useMay, useProfile } from '../../kit/session/profile.ts';
import { useT } from '../messages.ts';
import { EndInput } from './EndInput.tsx';
import { editedFields, type PersonValues, pick, valuesOf } from './personValues.ts';
import { RemoteRight } from './RemoteRight.tsx';
import { UserInputs } from './UserInputs.tsx';

/** USR-07: the address contains the page from which it was opened, and saving returns there. */
export function UserEdit() {
  return (
    <PageFor act="users.edit">
      <ByRole />
    </PageFor>
  );
}

function ByRole() {
  const profile = useProfile();
  if (profile?.kind === 'technician') return <ForTechnician />;
  return <Loaded />;
}

/** Technicians edit client admins only; for other people the page redirects to the list of these (USR-03, USR-07). */
function ForTechnician() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useRead(
    readingList<UserView>({ about: 'client-admins', path: '/client-admins', query: { id: [id] } }),
  );
  if (error && problemOf(error)?.status !== 400) return <Failed onRetry={() => void refetch()} />;
  if (error || data?.total === 0) return <Navigate to="/client-admins" replace />;
  return data ? <Loaded /> : <div className="page page--narrow" aria-busy="true" />;
}

function originOf(state: unknown, profile: ProfileView | undefined, user?: UserDetail): string {
  const from = (state as { from?: unknown } | null)?.from;
  if (typeof from === 'string') return from;
  if (profile?.kind === 'clientAdmin') return user ? `/users/${user.id}/show` : '/users';
  return user?.kind === 'technician' ? `/${product.slug}-technicians` : '/client-admins';
}

function Loaded() {
  const t = useT();
  const profile = useProfile();
  const { state } = useLocation();
  return (
    <RecordPage<UserDetail>
      of="user"
      act="users.edit"
      titleOf={({ fullName }) => t('users.editTitle', { name: fullName })}
      gone={() => <GonePage of="user" to={originOf(state, profile)} />}
      isForm
      isNarrow
    >
      {(latest) => profile && <EditForm latest={latest} profile={profile} origin={originOf(state, profile, latest)} />}
    </RecordPage>
  );
}

function EditForm({ latest, profile, origin }: { latest: UserDetail; profile: ProfileView; origin: string }) {
  const t = useT();
  const mayShow = useMay()('users.show');
  const isTechnician = latest.kind === 'technician';
  const editable = editableFields(profile, latest);
  const mayEnd = editable.includes('endsAt');
  // An address that cannot be changed is shown.
  const fields = editedFields.filter((field) => field === 'email' || editable.includes(field));
  const dates = useDates();
  const shown: VersionField<UserDetail>[] = fields
    .filter((field) => field !== 'remoteParamsEdit')
    .map((field) => ({
      label: t(`users.form.${labelOf(field)}`),
      textOf: (view) =>
        (field === 'endsAt'
          ? view.endsAt && dates.date(Date.parse(view.endsAt) - 1, 'day')
          : String(view[field] ?? '')) || '',
    }));
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{t('users.editTitle', { name: latest.fullName })}</h1>
      </div>
      <May act="images.ofUsers">
        <AvatarEditor name={latest.fullName} imageUrl={latest.imageUrl} userId={latest.id} />
      </May>
      <VersionedForm
        latest={latest}
        resource="users"
        address={mayShow ? `/users/${latest.id}/show` : `/users/${latest.id}/edit`}
        leaveTo={origin}
        fields={shown}
        schema={isTechnician ? technicianUpdate : userUpdate}
        valuesOf={(user) => valuesOf(user, fields)}
        updateOf={(values: PersonValues) => pick(values, fields)}
      >
        {() => (
          <>
            <UserInputs
              emailHint={t('users.form.emailHint')}
              isEmailFixed={!editable.includes('email')}
              isShort={!editable.includes('society')}
              areNamesOptional={isTechnician}
            />
            {isTechnician && <RemoteRight />}
            {mayEnd && (
              <div className="user-form__access">
                <EndInput />
              </div>
            )}
          </>
        )}
      </VersionedForm>
    </div>
  );
}

function labelOf<Field extends string>(field: Field) {
  const labels = { countryCode: 'language', temperatureUnitPreference: 'unit' } as const;
  return (field in labels ? labels[field as keyof typeof labels] : field) as Field extends keyof typeof labels
    ? (typeof labels)[Field]
    : Field;
}
