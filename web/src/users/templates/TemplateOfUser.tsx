import type { RightsTemplateView } from '@fournil/contract/users/rightsTemplate';
import type { UserDetail } from '@fournil/contract/users/user';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { PickDialog } from '../../kit/choices/PickDialog.tsx';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { useT } from '../messages.ts';
import { useUserChange } from '../useUserChange.ts';

/** AUD-02: the rights template of a person, with buttons to assign one and to remove it. */
export function TemplateOfUser({ user }: { user: UserDetail }) {
  const t = useT();
  const notify = useNotify();
  const [open, setOpen] = useState<'give' | 'leave' | null>(null);
  const close = () => setOpen(null);
  const { act, isPending } = useUserChange();
  const { rightsTemplate } = user;
  const choose = (template: string | null) =>
    act(
      { path: `/users/${user.id}/template`, body: { template }, version: user.version },
      {
        onSettled: close,
        onSuccess: () =>
          notify(t(template ? 'users.templates.given' : 'users.templates.left', { name: user.fullName }), {
            type: 'success',
          }),
      },
    );
  return (
    <div className="template-of" data-on={rightsTemplate !== null || undefined}>
      {rightsTemplate && (
        <p>
          <Link to={`/rights-templates/${rightsTemplate.id}`}>
            {t('users.templates.of', { name: rightsTemplate.name })}
          </Link>{' '}
          <span className="soft">{t('users.templates.ofHint')}</span>
        </p>
      )}
      <p className="rights__tools">
        <button type="button" className="button button--small" disabled={isPending} onClick={() => setOpen('give')}>
          {t('users.templates.give')}
        </button>
        {rightsTemplate && (
          <button type="button" className="button button--small" disabled={isPending} onClick={() => setOpen('leave')}>
            {t('users.templates.leave')}
          </button>
        )}
      </p>
      {open === 'give' && (
        <TemplateDialog
          onClose={close}
          onChosen={(id) => {
            close();
            choose(id);
          }}
        />
      )}
      {open === 'leave' && rightsTemplate && (
        <ConfirmDialog
          title={t('users.templates.leaveTitle', { template: rightsTemplate.name })}
          confirm={t('users.templates.leave')}
          isHarmless
          isPending={isPending}
          onConfirm={() => choose(null)}
          onClose={close}
        >
          <p>{t('users.templates.leaveAsk', { name: user.fullName })}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Chooses one of the organisation's templates. */
export function TemplateDialog({ onChosen, onClose }: { onChosen: (id: string) => void; onClose: () => void }) {
  const t = useT();
  return (
    <PickDialog<RightsTemplateView>
      title={t('users.templates.giveTitle')}
      submit={() => t('users.templates.giveSubmit')}
      about="rights-templates"
      path="/rights-templates"
      query={{ 'order[name]': 'asc' }}
      most={1}
      lineOf={({ name, description }) => ({ name, note: description })}
      onClose={onClose}
      onChosen={([id]) => id && onChosen(id)}
    />
  );
}
