import { type ApiTokenView, apiTokenLimits, apiTokenUpdate } from '@fournil/contract/api-tokens/apiToken';
import { Form } from 'ra-core';
import { useId, useState } from 'react';
import { call, useVersionedSave } from '../data/index.ts';
import { ConfirmCall } from '../kit/dialogs/ConfirmCall.tsx';
import { FormModal } from '../kit/dialogs/FormModal.tsx';
import { useDates } from '../kit/format/dates.ts';
import { useNow } from '../kit/format/useNow.ts';
import { ConflictNotice } from '../kit/forms/ConflictNotice.tsx';
import { validateWith } from '../kit/forms/validateWith.ts';
import { TextInput } from '../kit/inputs/TextInput.tsx';
import { useKitT } from '../kit/messages.ts';
import { useMay } from '../kit/session/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { useT } from './messages.ts';

/** Rename and revoke, at the end of a row. */
export function TokenActions({ token }: { token: ApiTokenView }) {
  const t = useT();
  const may = useMay();
  const [open, setOpen] = useState<'rename' | 'revoke' | null>(null);
  const { name, state } = token;
  if (state === 'revoked' || state === 'ended') return null;
  const close = () => setOpen(null);
  return (
    <span className="row-buttons">
      {may('apiTokens.edit') && (
        <button
          type="button"
          className="icon-button icon-button--bare"
          aria-label={`${t('apiTokens.rename')} – ${name}`}
          title={t('apiTokens.rename')}
          onClick={() => setOpen('rename')}
        >
          <Icon name="edit" size={16} />
        </button>
      )}
      {may('apiTokens.revoke') && (
        <button type="button" className="button button--small button--danger" onClick={() => setOpen('revoke')}>
          {t('apiTokens.revoke')}
          <span className="unseen"> {name}</span>
        </button>
      )}
      {open === 'rename' && <Rename token={token} onClose={close} />}
      {open === 'revoke' && <Revoke token={token} onClose={close} />}
    </span>
  );
}

interface DialogProps {
  token: ApiTokenView;
  onClose: () => void;
}

function Rename({ token, onClose }: DialogProps) {
  const t = useT();
  const kitT = useKitT();
  const form = useId();
  // As it was when the dialog was opened: a name that somebody else gives it meanwhile is shown as a conflict.
  const [{ id, name, version }] = useState(token);
  const [typed, setTyped] = useState<object>({});
  const { save, isPending, conflict } = useVersionedSave<ApiTokenView>('api-tokens', id, {
    done: (saved) => t('apiTokens.renamed', { name: saved.name }),
    onDone: onClose,
  });
  const send = (update: object, over: number) => {
    setTyped(update);
    save(update, over);
  };
  return (
    <FormModal
      title={t('apiTokens.renameTitle', { name })}
      form={form}
      submit={kitT('kit.save')}
      isLocked={isPending}
      onClose={onClose}
    >
      {conflict && (
        <ConflictNotice
          address="#/api-tokens"
          changes={[{ label: t('apiTokens.name'), before: name, theirs: conflict.name }]}
          onTake={onClose}
          onMine={() => send(typed, conflict.version)}
        />
      )}
      <Form
        noValidate
        id={form}
        defaultValues={{ name }}
        validate={validateWith(apiTokenUpdate)}
        onSubmit={(values: object) => send(apiTokenUpdate.parse(values), version)}
      >
        <TextInput
          source="name"
          label={t('apiTokens.name')}
          hint={t('apiTokens.nameHint')}
          max={apiTokenLimits.name}
          isRequired
        />
      </Form>
    </FormModal>
  );
}

function Revoke({ token: { id, name, lastUsedAt }, onClose }: DialogProps) {
  const t = useT();
  const dates = useDates();
  const now = useNow(30_000);
  return (
    <ConfirmCall
      title={t('apiTokens.revokeTitle', { name })}
      confirm={t('apiTokens.revoke')}
      changes="api-tokens"
      send={() => call(`/api-tokens/${id}`, { method: 'DELETE' })}
      done={t('apiTokens.revoked', { name })}
      onClose={onClose}
    >
      <p>{t('apiTokens.revokeBody')}</p>
      <p className="soft">
        {lastUsedAt ? t('apiTokens.revokeUsed', { ago: dates.ago(lastUsedAt, now) }) : t('apiTokens.revokeUnused')}
      </p>
    </ConfirmCall>
  );
}
