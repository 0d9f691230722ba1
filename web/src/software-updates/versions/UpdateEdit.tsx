import {
  type SoftwareUpdateDetail,
  type SoftwareUpdateEdit,
  softwareUpdateEdit,
  softwareUpdateLimits,
} from '@fournil/contract/software-updates/softwareUpdate';
import { Form } from 'ra-core';
import { useRef, useState } from 'react';
import { useVersionedSave } from '../../data/index.ts';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { ConflictNotice } from '../../kit/forms/ConflictNotice.tsx';
import { UnsavedGuard } from '../../kit/forms/UnsavedGuard.tsx';
import { useIsEnded } from '../../kit/forms/unsaved.ts';
import { validateWith } from '../../kit/forms/validateWith.ts';
import { changesBetween, type VersionField } from '../../kit/forms/versions.ts';
import { FormWatch } from '../../kit/inputs/FormWatch.tsx';
import { TextInput } from '../../kit/inputs/TextInput.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useT } from '../messages.ts';
import { DeleteUpdate } from './DeleteUpdate.tsx';

/**
 * SWU-03: edits the description, and revokes the version. A description that somebody else has changed is shown as a
 * conflict; the input is kept when the version is revoked, or offered to all machines.
 */
export function UpdateEdit({ latest }: { latest: SoftwareUpdateDetail }) {
  const t = useT();
  const kitT = useKitT();
  const [update, setUpdate] = useState(latest);
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isDeleted, setDeleted] = useState(false);
  const isEnded = useIsEnded();
  const typed = useRef<SoftwareUpdateEdit>({});
  // Changes of the version are shown at once, except of a description that is being edited here.
  if (latest.editVersion > update.editVersion && (!isDirty || latest.description === update.description))
    setUpdate(latest);
  const take = (theirs: SoftwareUpdateDetail) => {
    setUpdate(theirs);
    setAsking(false);
    forget();
  };
  const { save, isPending, violations, conflict, forget } = useVersionedSave<SoftwareUpdateDetail>(
    'software_updates',
    update.id,
    {
      isInputKept: true,
      done: ({ version }) => (typed.current.revoked ? t('updates.show.revokedNow', { version }) : 'kit.saved'),
      onDone: (saved) => (typed.current.revoked ? setAsking(false) : take(saved)),
    },
  );
  const send = (edit: SoftwareUpdateEdit, version: number) => {
    typed.current = edit;
    save(edit, version);
  };
  const fields = useUpdateFields();
  return (
    <section className="update__edit">
      <h2>{t('updates.show.edit')}</h2>
      {conflict && (
        <ConflictNotice
          address={`#/software-updates/${update.id}`}
          changes={changesBetween(update, conflict, fields)}
          onTake={() => take(conflict)}
          onMine={() => send(typed.current, conflict.editVersion)}
        />
      )}
      <Form
        noValidate
        key={update.description ?? ''}
        defaultValues={{ description: update.description }}
        validate={({ description }: SoftwareUpdateEdit) =>
          validateWith(softwareUpdateEdit)({ description: description ?? null })
        }
        onSubmit={({ description }: SoftwareUpdateEdit) =>
          send({ description: description ?? null }, update.editVersion)
        }
      >
        <FormWatch onDirty={setDirty} violations={violations} />
        <TextInput
          source="description"
          label={t('updates.description')}
          hint={t('updates.form.descriptionHint')}
          max={softwareUpdateLimits.description}
          isLong
        />
        <div className="update__edit-foot">
          <button type="submit" className="button button--main" disabled={isPending || !isDirty || isEnded}>
            {kitT('kit.save')}
          </button>
          {!latest.revoked && (
            <button type="button" className="button button--danger" disabled={isEnded} onClick={() => setAsking(true)}>
              {t('updates.show.revoke')}
            </button>
          )}
          {latest.isDeletable && !isEnded && <DeleteUpdate update={latest} onDeleted={() => setDeleted(true)} />}
        </div>
      </Form>
      {isAsking && (
        <ConfirmDialog
          title={t('updates.show.revokeTitle', { version: update.version })}
          confirm={t('updates.show.revokeDo')}
          isPending={isPending}
          onConfirm={() => send({ revoked: true }, latest.editVersion)}
          onClose={() => setAsking(false)}
        >
          <p>{t('updates.show.revokeWhat')}</p>
          <p>{t('updates.show.revokeStays')}</p>
        </ConfirmDialog>
      )}
      <UnsavedGuard isDirty={isDirty && !isDeleted} />
    </section>
  );
}

function useUpdateFields(): VersionField<SoftwareUpdateDetail>[] {
  const t = useT();
  const kitT = useKitT();
  return [
    { label: t('updates.description'), textOf: ({ description }) => description ?? '' },
    { label: t('updates.revoked'), textOf: ({ revoked }) => kitT(revoked ? 'kit.yes' : 'kit.no') },
    { label: t('updates.general'), textOf: ({ generalSince }) => kitT(generalSince ? 'kit.yes' : 'kit.no') },
  ];
}
