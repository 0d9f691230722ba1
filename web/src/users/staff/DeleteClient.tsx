import type { OrganisationDeletion } from '@fournil/contract/users/clients';
import type { UserView } from '@fournil/contract/users/user';
import { useId, useState } from 'react';
import { call, fetchFile, reading, useAct, useDownload, useRead } from '../../data/index.ts';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { useKitT } from '../../kit/messages.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useNumber } from '../../kit/useT.ts';
import { useT } from '../messages.ts';

type Deleted = 'account' | 'organisation';
const counted = ['users', 'machines', 'programs', 'structures', 'tags'] as const;

/** USR-10: names what is deleted, offers it as a file, and asks for the company's name. */
export function DeleteClient({ admin, onClose }: { admin: UserView; onClose: () => void }) {
  const t = useT();
  const kitT = useKitT();
  const path = `/client-admins/${admin.id}`;
  const [wish, setWish] = useState<Deleted | null>(null);
  const [society, setSociety] = useState('');
  const { data } = useRead(
    reading<OrganisationDeletion>({ about: 'client-admins', path: `${path}/deletion`, gcTime: 0 }),
  );
  const what: Deleted = wish ?? (data && data.otherAdmins > 0 ? 'account' : 'organisation');
  const removal = useAct({
    changes: 'users',
    send: () => call(path, { method: 'DELETE', query: { what, ...(what === 'organisation' ? { society } : {}) } }),
    removes: () => [admin.id],
    done: () =>
      what === 'account'
        ? t('users.remove.done', { name: admin.fullName })
        : t('users.remove.organisationDone', { name: data?.society ?? '' }),
    onDone: onClose,
  });
  const isNamed = what === 'account' || society.trim() === data?.society.trim();
  return (
    <ConfirmDialog
      title={
        data && what === 'organisation'
          ? t('users.remove.organisationTitle', { name: data.society })
          : t('users.remove.title', { name: admin.fullName })
      }
      confirm={kitT('kit.delete')}
      isPending={!data || !isNamed || removal.isPending}
      onConfirm={() => removal.act()}
      onClose={onClose}
    >
      {data && data.otherAdmins > 0 && <Choice data={data} what={what} onWhat={setWish} />}
      {data && what === 'organisation' && (
        <>
          <Going data={data} />
          <Export path={`${path}/export`} />
          <Typed society={data.society} value={society} onValue={setSociety} />
        </>
      )}
      {what === 'account' && <p>{t('users.remove.goes')}</p>}
    </ConfirmDialog>
  );
}

function Choice({
  data,
  what,
  onWhat,
}: {
  data: OrganisationDeletion;
  what: Deleted;
  onWhat: (what: Deleted) => void;
}) {
  const t = useT();
  const name = useId();
  return (
    <fieldset className="client-deletion__choice">
      <legend className="unseen">{t('users.staff.what')}</legend>
      {(['account', 'organisation'] as const).map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={what === one} onChange={() => onWhat(one)} />
          {one === 'account'
            ? t('users.staff.onlyAccount', { smart_count: data.otherAdmins })
            : t('users.staff.everything', { society: data.society })}
        </label>
      ))}
    </fieldset>
  );
}

function Going({ data }: { data: OrganisationDeletion }) {
  const t = useT();
  const number = useNumber();
  return (
    <>
      <p>{t('users.staff.goes', { society: data.society })}</p>
      <ul className="client-deletion__counts">
        {counted.map((name) => (
          <li key={name}>
            <strong>{number(data[name])}</strong> {t(`users.staff.counts.${name}`, { smart_count: data[name] })}
          </li>
        ))}
      </ul>
      <p>{t('users.staff.consequences')}</p>
    </>
  );
}

function Export({ path }: { path: string }) {
  const t = useT();
  const { act, isPending } = useDownload(() => fetchFile(path));
  return (
    <>
      <p>
        <button type="button" className="button button--small" disabled={isPending} onClick={() => act()}>
          <Icon name="down" size={16} />
          {t('users.staff.export')}
        </button>
      </p>
      <p className="soft">{t('users.staff.exported')}</p>
    </>
  );
}

function Typed({ society, value, onValue }: { society: string; value: string; onValue: (value: string) => void }) {
  const t = useT();
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {t('users.staff.type', { society })}
      </label>
      <input
        id={id}
        className="control"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </div>
  );
}
