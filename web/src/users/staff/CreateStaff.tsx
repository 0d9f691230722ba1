import { product } from '@fournil/contract/product';
import { technicianInput } from '@fournil/contract/users/technician';
import { clientAdminInput, type UserDetail } from '@fournil/contract/users/user';
import { Form, useLocale } from 'ra-core';
import { type ReactNode, useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { PasswordInput } from '../../accounts/index.ts';
import { useCreateOne } from '../../data/index.ts';
import { UnsavedGuard } from '../../kit/forms/UnsavedGuard.tsx';
import { missingValue, validateWith } from '../../kit/forms/validateWith.ts';
import { FormFoot } from '../../kit/inputs/FormFoot.tsx';
import { FormWatch } from '../../kit/inputs/FormWatch.tsx';
import { SelectInput } from '../../kit/inputs/SelectInput.tsx';
import { useTitle } from '../../kit/pages/useTitle.ts';
import { PageFor } from '../../kit/session/May.tsx';
import { useMay, useProfile } from '../../kit/session/profile.ts';
import { EndInput } from '../forms/EndInput.tsx';
import { firstValues, type PersonValues, pick, shortFields, wholeFields } from '../forms/personValues.ts';
import { UserInputs } from '../forms/UserInputs.tsx';
import { useT } from '../messages.ts';

type StaffValues = PersonValues & { kind?: string; password?: string };

/** USR-04 */
export function CreateAdmin() {
  const t = useT();
  const [kind, setKind] = useState('clientAdmin');
  return (
    <PageFor act="client-admins.create">
      <CreateForm
        path="/client-admins"
        title={t(kind === 'superAdmin' ? 'users.staff.newSuperAdmin' : 'users.staff.newClient')}
        first={{ kind: 'clientAdmin' }}
        cancelTo="/client-admins"
        bodyOf={(values) => ({ ...pick(values, wholeFields), kind: values.kind })}
        check={validateWith(clientAdminInput)}
        doneTo={({ kind }) => (kind === 'clientAdmin' ? '/client-admins' : `/${product.slug}-technicians`)}
        said={({ fullName }) => t('users.created', { name: fullName })}
      >
        <Kind onKind={setKind} />
        <UserInputs emailHint={t('users.form.newEmailHint')} />
      </CreateForm>
    </PageFor>
  );
}

function Kind({ onKind }: { onKind: (kind: string) => void }) {
  const t = useT();
  const kind = useWatch<{ kind: string }>({ name: 'kind' }) as string;
  useEffect(() => onKind(kind), [kind, onKind]);
  return (
    <div className="user-form__kind">
      <SelectInput source="kind" label={t('users.staff.kind')} hint={t('users.staff.kindHint')} isRequired>
        <option value="clientAdmin">{t('users.staff.clientAdmin')}</option>
        <option value="superAdmin">{t('users.staff.superAdmin')}</option>
      </SelectInput>
    </div>
  );
}

const checkInput = validateWith(technicianInput);
/** Reports an empty password as missing, not as too short. */
function checkTechnician(input: unknown): ReturnType<typeof checkInput> {
  return { ...checkInput(input), ...((input as StaffValues).password ? {} : { password: missingValue }) };
}

/** TEC-02 */
export function CreateTechnician() {
  const t = useT();
  const may = useMay();
  const profile = useProfile();
  const home = may('technicians.list') ? `/${product.slug}-technicians` : '/client-admins';
  return (
    <PageFor act="technicians.create">
      <CreateForm
        path={`/${product.slug}-technicians`}
        title={t('users.staff.newTechnician')}
        first={{ password: '', endsAt: '' }}
        cancelTo={home}
        bodyOf={(values) => ({
          ...pick(values, shortFields),
          password: values.password,
          endsAt: values.endsAt || null,
        })}
        check={checkTechnician}
        doneTo={() => home}
        said={({ fullName, active }) =>
          t(active ? 'users.staff.technicianMade' : 'users.staff.technicianWaits', { name: fullName })
        }
      >
        {profile?.kind === 'technician' && <p className="soft">{t('users.staff.waits')}</p>}
        <UserInputs
          emailHint={t('users.staff.technicianEmail')}
          isShort
          areNamesOptional
          beside={
            <PasswordInput
              source="password"
              label={t('users.staff.password')}
              hint={t('users.staff.passwordHint')}
              autoComplete="new-password"
            />
          }
        />
        <div className="user-form__access">
          <EndInput />
        </div>
      </CreateForm>
    </PageFor>
  );
}

interface CreateFormProps {
  path: string;
  title: string;
  first: object;
  bodyOf: (values: StaffValues) => object;
  check: ReturnType<typeof validateWith>;
  cancelTo: string;
  doneTo: (user: UserDetail) => string;
  said: (user: UserDetail) => string;
  children: ReactNode;
}

function CreateForm({ path, title, first, cancelTo, bodyOf, check, doneTo, said, children }: CreateFormProps) {
  const navigate = useNavigate();
  const locale = useLocale();
  const [atFirst] = useState(() => ({ ...firstValues(locale), ...first }));
  const [isDirty, setDirty] = useState(false);
  const [made, setMade] = useState<UserDetail | null>(null);
  const { create, isPending, violations } = useCreateOne<UserDetail>(path.slice(1), {
    isForm: true,
    done: said,
    onDone: setMade,
  });
  useTitle(title);
  const next = made && doneTo(made);
  useEffect(() => {
    if (next) navigate(next);
  }, [next, navigate]);
  return (
    <div className="page page--narrow">
      <div className="page__head">
        <h1>{title}</h1>
      </div>
      <Form
        noValidate
        defaultValues={atFirst}
        validate={(values: StaffValues) => check(bodyOf(values))}
        onSubmit={(values: StaffValues) => create(bodyOf(values))}
      >
        <FormWatch onDirty={setDirty} violations={violations} />
        {children}
        <FormFoot submit={title} cancelTo={cancelTo} isSaving={isPending} />
      </Form>
      <UnsavedGuard isDirty={isDirty && !made} />
    </div>
  );
}
