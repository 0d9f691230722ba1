import type { ProfileView } from '@fournil/contract/accounts/profile';
import { product } from '@fournil/contract/product';
import { type UserDetail, type UserUpdate, type UserView, userUpdate } from '@fournil/contract/users/user';
import { useQuery } from '@tanstack/react-query';
import { Form, useNotify } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { members, problemOf } from '../kit/api.ts';
import { ConflictNotice } from '../kit/ConflictNotice.tsx';
import { Failed } from '../kit/Failed.tsx';
import { AvatarEditor } from '../kit/images/AvatarEditor.tsx';
import { FormWatch } from '../kit/inputs/FormWatch.tsx';
import { May, PageFor } from '../kit/May.tsx';
import { useKitT } from '../kit/messages.ts';
import { useProfile } from '../kit/profile.ts';
import { UnsavedGuard } from '../kit/UnsavedGuard.tsx';
import { useTitle } from '../kit/useTitle.ts';
import { useVersionedSave } from '../kit/useVersionedSave.ts';
import { validateWith } from '../kit/validateWith.ts';
import { changesBetween, onlyChanged, type VersionField } from '../kit/versions.ts';
import { useT } from './messages.ts';
import { type PersonValues, pick, shortFields, valuesOf, wholeFields } from './personValues.ts';
import { RemoteRight } from './RemoteRight.tsx';
import { UserGone } from './UserGone.tsx';
import { UserFoot, UserInputs } from './UserInputs.tsx';
import { useUser } from './useUser.ts';

/** USR-07: where one came from is carried along and returned to. */
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

/** A technician edits client admins; whatever else is opened leads back to these (USR-03, USR-07). */
function ForTechnician() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['client-admins', 'isOne', id],
    queryFn: ({ signal }) => members<UserView>('/client-admins', { id: [id] }, signal),
    retry: false,
  });
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
  const { data: user, error, isFetchedAfterMount, refetch } = useUser();
  useTitle(user ? t('users.editTitle', { name: user.fullName }) : t('users.title'));
  if (error) return problemOf(error)?.status === 404 ? <UserGone backTo={originOf(state, profile)} /> : <Failed onRetry={() => void refetch()} />;
  if (!user || !isFetchedAfterMount || !profile) return <div className="page page--narrow" aria-busy="true" />;
  return <EditForm latest={user} profile={profile} origin={originOf(state, profile, user)} />;
}

/** What is edited is what was read: news of it arrive as a conflict, not under the fingers. */
function EditForm({ latest, profile, origin }: { latest: UserDetail; profile: ProfileView; origin: string }) {
  const t = useT();
  const kitT = useKitT();
  const notify = useNotify();
  const navigate = useNavigate();
  const [user, setUser] = useState(latest);
  const [isDirty, setDirty] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const typed = useRef<UserUpdate>({});
  const isShort = user.kind === 'technician' || user.kind === 'superAdmin';
  const isTechnician = user.kind === 'technician';
  const fields = isTechnician ? ([...shortFields, 'remoteParamsEdit'] as const) : isShort ? shortFields : wholeFields;
  const { save, isPending, violations, conflict, forget } = useVersionedSave<UserDetail>({
    resource: 'users',
    id: user.id,
    staleKeys: ['client-admins', `${product.slug}-technicians`, 'history', 'structures'],
    onSaved() {
      notify('kit.saved', { type: 'success' });
      setSaved(true);
    },
  });
  useEffect(() => {
    if (isSaved) navigate(origin);
  }, [isSaved, origin, navigate]);
  const updateOf = (values: PersonValues) => pick(values, fields) as UserUpdate;
  const shown: VersionField<UserDetail>[] = fields
    .filter((field) => field !== 'remoteParamsEdit')
    .map((field) => ({ label: t(`users.form.${labelOf(field)}`), textOf: (view) => String(view[field] ?? '') }));
  const take = (theirs: UserDetail) => {
    setUser(theirs);
    setDirty(false);
    forget();
  };
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{t('users.editTitle', { name: user.fullName })}</h1>
      </div>
      <May act="images.ofUsers">
        <AvatarEditor name={user.fullName} imageUrl={latest.imageUrl} userId={user.id} />
      </May>
      {conflict && (
        <ConflictNotice
          savedAt={conflict.updatedAt}
          address={`#/users/${user.id}/edit`}
          changes={changesBetween(user, conflict, shown)}
          onTake={() => take(conflict)}
          onMine={() => save(typed.current, conflict.version)}
        />
      )}
      <Form
        key={user.version}
        defaultValues={valuesOf(user, fields)}
        validate={(values: PersonValues) => validateWith(userUpdate)(onlyChanged(updateOf(values), user))}
        onSubmit={(values: PersonValues) => {
          forget();
          typed.current = onlyChanged(updateOf(values), user);
          save(typed.current, user.version);
        }}
      >
        <FormWatch onDirty={setDirty} violations={violations} />
        <UserInputs
          emailHint={t('users.form.emailHint')}
          isEmailFixed={profile.kind === 'technician' || profile.id === user.id || profile.master !== null}
          isShort={isShort}
        />
        {isTechnician && <RemoteRight />}
        <UserFoot submit={kitT('kit.save')} cancelTo={origin} isSaving={isPending} />
      </Form>
      <UnsavedGuard isDirty={isDirty && !isSaved} />
    </div>
  );
}

function labelOf<Field extends string>(field: Field) {
  const labels = { countryCode: 'language', temperatureUnitPreference: 'unit' } as const;
  return (field in labels ? labels[field as keyof typeof labels] : field) as Field extends keyof typeof labels ? (typeof labels)[Field] : Field;
}
