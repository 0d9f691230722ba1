import { product } from '@fournil/contract/product';
import { technicianInput } from '@fournil/contract/users/technician';
import { clientAdminInput, type UserDetail } from '@fournil/contract/users/user';
import { useLocale } from 'ra-core';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { PasswordInput } from '../../accounts/index.ts';
import { CreateForm } from '../../kit/forms/CreateForm.tsx';
import { SelectInput } from '../../kit/inputs/SelectInput.tsx';
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
  const locale = useLocale();
  const [kind, setKind] = useState('clientAdmin');
  const title = t(kind === 'superAdmin' ? 'users.staff.newSuperAdmin' : 'users.staff.newClient');
  return (
    <PageFor act="client-admins.create">
      <CreateForm<UserDetail, StaffValues>
        resource="client-admins"
        title={title}
        schema={clientAdminInput}
        defaultValues={{ ...firstValues(locale), kind: 'clientAdmin' }}
        submit={title}
        cancelTo="/client-admins"
        inputOf={(values) => ({ ...pick(values, wholeFields), kind: values.kind })}
        doneTo={({ kind }) => (kind === 'clientAdmin' ? '/client-admins' : `/${product.slug}-technicians`)}
        done={({ fullName }) => t('users.created', { name: fullName })}
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

/** TEC-02 */
export function CreateTechnician() {
  const t = useT();
  const locale = useLocale();
  const may = useMay();
  const profile = useProfile();
  const home = may('technicians.list') ? `/${product.slug}-technicians` : '/client-admins';
  return (
    <PageFor act="technicians.create">
      <CreateForm<UserDetail, StaffValues>
        resource={`${product.slug}-technicians`}
        title={t('users.staff.newTechnician')}
        schema={technicianInput}
        defaultValues={{ ...firstValues(locale), password: '', endsAt: '' }}
        submit={t('users.staff.newTechnician')}
        cancelTo={home}
        inputOf={(values) => ({
          ...pick(values, shortFields),
          // An empty one is missing, not too short.
          password: values.password || undefined,
          endsAt: values.endsAt || null,
        })}
        doneTo={() => home}
        done={({ fullName, active }) =>
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
