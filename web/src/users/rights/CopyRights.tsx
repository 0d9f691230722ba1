import { isRight, type Right } from '@fournil/contract/rights/rights';
import type { UserDetail, UserView } from '@fournil/contract/users/user';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { call, useTranslatedError } from '../../data/index.ts';
import { PickDialog } from '../../kit/choices/PickDialog.tsx';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';

interface CopyRightsProps {
  user: UserDetail;
  onCopied: (rights: Right[], from: string) => void;
}

/** Enters the rights of a colleague, to be saved afterwards. */
export function CopyRights({ user, onCopied }: CopyRightsProps) {
  const t = useT();
  const notify = useNotify();
  const errorText = useTranslatedError();
  const [isOpen, setOpen] = useState(false);
  const copy = async (id: string) => {
    setOpen(false);
    try {
      const model = await call<UserDetail>(`/users/${id}`);
      onCopied((model.rights ?? []).filter(isRight), model.fullName);
    } catch (error) {
      notify(errorText(error), { type: 'warning' });
    }
  };
  return (
    <>
      <button type="button" className="button button--small" onClick={() => setOpen(true)}>
        <Icon name="copy" size={16} />
        {t('users.rights.copy')}
      </button>
      {isOpen && (
        <PickDialog<UserView>
          title={t('users.rights.copyTitle')}
          submit={() => t('users.rights.copy').replace(/…$/, '')}
          about="users"
          path="/users"
          query={{ 'order[lastName]': 'asc', kind: 'user', without: user.id }}
          most={1}
          lineOf={({ fullName, email }) => ({ name: fullName, note: email })}
          onClose={() => setOpen(false)}
          onChosen={([id]) => void (id && copy(id))}
        />
      )}
    </>
  );
}
