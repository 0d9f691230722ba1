import type { ControlView } from '@fournil/contract/control/control';
import { controlLimits } from '@fournil/contract/control/control';
import { useListContext } from 'ra-core';
import { useState } from 'react';
import { ConfirmDialog } from '../kit/dialogs/ConfirmDialog.tsx';
import type { DataColumn } from '../kit/lists/DataTable.tsx';
import { PlainList } from '../kit/lists/PlainList.tsx';
import { narrowerThan } from '../kit/rem.ts';
import { PageFor } from '../kit/session/May.tsx';
import { useMay, useProfile } from '../kit/session/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { useMedia } from '../kit/useMedia.ts';
import { SwitchUser } from '../users/index.ts';
import './control.css';
import { EmptyState } from '../kit/pages/EmptyState.tsx';
import { CodeDialog } from './CodeDialog.tsx';
import { useT } from './messages.ts';
import { useStart } from './useControl.ts';

/** USR-01 */
export function SelectUser() {
  return (
    <PageFor act="control.list">
      <People />
    </PageFor>
  );
}

function People() {
  const t = useT();
  const isStaff = useProfile()?.kind !== 'clientAdmin';
  const isPhone = useMedia(narrowerThan('phone'));
  const columns: (DataColumn<ControlView> | false)[] = [
    {
      name: 'name',
      label: t('control.name'),
      order: 'fullName',
      cell: (person) => <Person person={person} isPhone={isPhone && isStaff} />,
    },
    !isPhone && { name: 'email', label: t('control.email'), cell: ({ email }) => email },
    isStaff &&
      !isPhone && {
        name: 'society',
        label: t('control.society'),
        order: 'society',
        cell: ({ society }) => society ?? '–',
      },
    { name: 'connect', label: '', cell: (person) => <Actions person={person} needsCode={isStaff} /> },
  ];
  return (
    <PlainList<ControlView>
      resource="users/controls"
      title={t('control.title')}
      lead={t(isStaff ? 'control.leadStaff' : 'control.leadAdmin')}
      sort="fullName"
      perPage={controlLimits.listPageSize}
      search={t(isStaff ? 'control.search' : 'control.searchOwn')}
      empty={<Nobody isStaff={isStaff} />}
      columns={columns.filter((column) => !!column)}
    />
  );
}

function Person({ person: { fullName, email, society }, isPhone }: { person: ControlView; isPhone: boolean }) {
  return (
    <>
      <strong>{fullName}</strong>
      {isPhone && <span className="soft control__below">{[society, email].filter(Boolean).join(' · ')}</span>}
    </>
  );
}

function Actions({ person, needsCode }: { person: ControlView; needsCode: boolean }) {
  const may = useMay();
  return (
    <span className="control__actions">
      <Connect person={person} needsCode={needsCode} />
      {may('users.switch') && <Switch person={person} />}
    </span>
  );
}

/** USR-08: a client admin can disable and enable users here too. */
function Switch({ person }: { person: ControlView }) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const word = t(person.active ? 'control.disable' : 'control.enable');
  return (
    <>
      <button
        type="button"
        className="button button--small button--plain"
        aria-label={`${word} – ${person.fullName}`}
        onClick={() => setAsking(true)}
      >
        <Icon name="power" size={16} />
        {word}
      </button>
      {isAsking && <SwitchUser user={person} onClose={() => setAsking(false)} />}
    </>
  );
}

function Connect({ person, needsCode }: { person: ControlView; needsCode: boolean }) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const start = useStart();
  if (!person.active) return <span className="soft">{t('control.inactive')}</span>;
  return (
    <>
      <button
        type="button"
        className="button button--small"
        aria-label={t('control.connect', { name: person.fullName })}
        disabled={start.isPending}
        onClick={() => setAsking(true)}
      >
        {t('control.connectShort')}
      </button>
      {isAsking && needsCode && <CodeDialog person={person} onClose={() => setAsking(false)} />}
      {isAsking && !needsCode && (
        <ConfirmDialog
          title={t('control.confirmTitle', { name: person.fullName })}
          confirm={t('control.connectShort')}
          isHarmless
          isPending={start.isPending}
          onConfirm={() => start.act({ id: person.id })}
          onClose={() => setAsking(false)}
        >
          <p>{t('control.traces')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Nobody({ isStaff }: { isStaff: boolean }) {
  const t = useT();
  const { filterValues } = useListContext();
  return (
    <EmptyState
      sign={<Icon name="users" size={40} />}
      title={t(filterValues['q'] ? 'control.notFound' : 'control.emptyTitle')}
      body={!filterValues['q'] && t(isStaff ? 'control.emptyStaff' : 'control.emptyAdmin')}
    />
  );
}
