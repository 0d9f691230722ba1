import { type ProfileUpdate, type ProfileView, profileLimits, profileUpdate } from '@fournil/contract/accounts/profile';
import { Form, useLogout, useNotify } from 'ra-core';
import { useRef, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { ConflictNotice } from '../../kit/forms/ConflictNotice.tsx';
import { UnsavedGuard } from '../../kit/forms/UnsavedGuard.tsx';
import { useLeaveTo } from '../../kit/forms/useLeaveTo.ts';
import { validateWith } from '../../kit/forms/validateWith.ts';
import { changesBetween, onlyChanged, type VersionField } from '../../kit/forms/versions.ts';
import { CountryInput } from '../../kit/inputs/CountryInput.tsx';
import { FormFoot } from '../../kit/inputs/FormFoot.tsx';
import { FormWatch } from '../../kit/inputs/FormWatch.tsx';
import { TextInput } from '../../kit/inputs/TextInput.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { useMay, useProfile } from '../../kit/session/profile.ts';
import { DisplayPreferenceInputs } from './DisplayPreferenceInputs.tsx';
import { useProfileT } from './messages.ts';
import { useProfileSave } from './useProfileSave.ts';
import './profile.css';

/** PRO-02: not for technicians, whose profile the super admin edits, and not in a control session. */
export function ProfileEdit() {
  const may = useMay();
  const profile = useProfile();
  if (!profile) return null;
  return may('profile.editFields') ? <EditForm latest={profile} /> : <Navigate to="/" replace />;
}

/** Edits the profile as it was read; a changed address ends the session (PRO-03). */
function EditForm({ latest }: { latest: ProfileView }) {
  const t = useProfileT();
  const kitT = useKitT();
  const notify = useNotify();
  const logout = useLogout();
  const [profile, setProfile] = useState(latest);
  const [isDirty, setDirty] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const typed = useRef<ProfileUpdate>({});
  useTitle(t('profile.editTitle'));
  const { save, isPending, violations, conflict, forget } = useProfileSave(() => {
    const { email } = typed.current;
    if (email === undefined) {
      notify('kit.saved', { type: 'success' });
      return setSaved(true);
    }
    setDirty(false);
    notify(t('profile.emailAsked', { email }), { type: 'info', autoHideDuration: null });
    void logout();
  });
  useLeaveTo(isSaved ? '/profile' : null);
  const take = (theirs: ProfileView) => {
    setProfile(theirs);
    setDirty(false);
    forget();
  };
  const changedIn = (values: ProfileUpdate) => onlyChanged(valuesOf(values), valuesOf(profile)) as ProfileUpdate;
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{t('profile.editTitle')}</h1>
      </div>
      {conflict && (
        <ConflictNotice
          address="#/profile"
          changes={changesBetween(profile, conflict, fieldsOf(t))}
          onTake={() => take(conflict)}
          onMine={() => save(typed.current, conflict.version)}
        />
      )}
      <Form
        noValidate
        key={profile.version}
        className="profile-form"
        defaultValues={valuesOf(profile)}
        // Only changed fields are checked, because an account that somebody else created may lack required ones.
        validate={(values: ProfileUpdate) => validateWith(profileUpdate)(changedIn(values))}
        onSubmit={(values: ProfileUpdate) => {
          forget();
          typed.current = changedIn(values);
          if (Object.keys(typed.current).length === 0) return setSaved(true);
          save(typed.current, profile.version);
        }}
      >
        <FormWatch onDirty={setDirty} violations={violations} />
        <Inputs profile={profile} />
        <FormFoot submit={kitT('kit.save')} cancelTo="/profile" isSaving={isPending} />
      </Form>
      <UnsavedGuard isDirty={isDirty && !isSaved} />
    </div>
  );
}

function Inputs({ profile: { kind } }: { profile: ProfileView }) {
  const t = useProfileT();
  const isLocked = kind === 'clientAdmin';
  const text = (
    source: 'firstName' | 'lastName' | 'street' | 'zipcode' | 'city',
    max: number | undefined,
    autoComplete: string,
  ) => (
    <TextInput source={source} label={t(`profile.fields.${source}`)} max={max} autoComplete={autoComplete} isRequired />
  );
  return (
    <>
      <div className="profile-form__pair">
        {text('firstName', profileLimits.name, 'given-name')}
        {text('lastName', profileLimits.name, 'family-name')}
      </div>
      <TextInput
        source="email"
        label={t('profile.fields.email')}
        type="email"
        autoComplete="email"
        isDisabled={isLocked}
        hint={t(isLocked ? 'profile.emailLocked' : 'profile.emailHint')}
        isRequired
      />
      <TextInput
        source="society"
        label={t('profile.fields.society')}
        max={profileLimits.society}
        autoComplete="organization"
        hint={isLocked ? t('profile.societyHint') : undefined}
        isRequired
      />
      <TextInput source="description" label={t('profile.fields.description')} max={profileLimits.description} isLong />
      <TextInput
        source="phone"
        label={t('profile.fields.phone')}
        max={profileLimits.phone}
        type="tel"
        autoComplete="tel"
      />
      {text('street', profileLimits.street, 'street-address')}
      <div className="profile-form__pair">
        {text('zipcode', undefined, 'postal-code')}
        {text('city', profileLimits.city, 'address-level2')}
      </div>
      <CountryInput source="country" label={t('profile.fields.country')} />
      <DisplayPreferenceInputs />
    </>
  );
}

const names = [
  'firstName',
  'lastName',
  'email',
  'society',
  'description',
  'phone',
  'street',
  'zipcode',
  'city',
  'country',
  'temperatureUnitPreference',
  'displayDatePreference',
  'timezone',
] as const;

/** Only the fields of the form, because ra-core adds others. */
function valuesOf(values: { [Name in (typeof names)[number]]?: unknown }) {
  const optional = new Set<string>(['description', 'phone']);
  return Object.fromEntries(names.map((name) => [name, values[name] ?? (optional.has(name) ? null : '')]));
}

function fieldsOf(t: ReturnType<typeof useProfileT>): VersionField<ProfileView>[] {
  const shown = [
    'firstName',
    'lastName',
    'society',
    'description',
    'phone',
    'street',
    'zipcode',
    'city',
    'country',
  ] as const;
  return shown.map((name) => ({ label: t(`profile.fields.${name}`), textOf: (view) => view[name] ?? '' }));
}
