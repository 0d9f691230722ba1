import { useState } from 'react';
import { call, useAct, useRefusalText } from '../data/index.ts';
import { ConfirmDialog } from '../kit/dialogs/ConfirmDialog.tsx';
import { useT } from './messages.ts';

interface SendLinkProps {
  person: { fullName: string; email: string };
  /** The call that sends it. */
  path: string;
  body?: object;
  /** The text of the button that asks. */
  label: string;
  className: string;
}

/** PWD-03, TEC-02: sends a link to choose a password; asks first, because the mail cannot be taken back. */
export function SendLink({ person: { fullName, email }, path, body, label, className }: SendLinkProps) {
  const t = useT();
  const refusalText = useRefusalText();
  const [isAsking, setAsking] = useState(false);
  const { act, isPending } = useAct({
    changes: 'nothing',
    send: () => call(path, { method: 'POST', body }),
    done: 'custom.components.users.resetPasswordSuccess',
    refused: (error) => `${t('custom.components.users.resetPasswordFailed')} ${refusalText(error)}`,
    onSettled: () => setAsking(false),
  });
  return (
    <>
      <button type="button" className={className} aria-label={`${label} – ${fullName}`} onClick={() => setAsking(true)}>
        {label}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t('users.link.title', { name: fullName })}
          confirm={t('users.link.send')}
          isPending={isPending}
          isHarmless
          onConfirm={() => act()}
          onClose={() => setAsking(false)}
        >
          <p>{t('users.link.body', { email })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
