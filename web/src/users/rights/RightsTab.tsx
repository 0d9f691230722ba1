import { rights as everyRight, isRight, type Right } from '@fournil/contract/rights/rights';
import type { UserDetail } from '@fournil/contract/users/user';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { problemOf } from '../../data/index.ts';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { useDraftKeeper, useKeptDraft } from '../../kit/forms/keptTyping.ts';
import { UnsavedGuard } from '../../kit/forms/UnsavedGuard.tsx';
import { useRecordOfAddress } from '../../kit/pages/useRecordOfAddress.ts';
import { useMay } from '../../kit/session/profile.ts';
import { useT } from '../messages.ts';
import { TemplateOfUser } from '../templates/TemplateOfUser.tsx';
import { useUserChange } from '../useUserChange.ts';
import { CopyRights } from './CopyRights.tsx';
import { RightsChange } from './RightsChange.tsx';
import { RightsPreviewPart } from './RightsPreviewPart.tsx';
import { RightsTree } from './RightsTree.tsx';
import { differenceOf, rebased, toggled } from './rightsDraft.ts';
import '../users.css';

/** RGT-03: changes are collected, saved together, and take effect at once. */
export function RightsTab() {
  const t = useT();
  const may = useMay();
  const { data: user } = useRecordOfAddress<UserDetail>('users', { isAfresh: true });
  if (!user) return null;
  if (!user.rights) return <p className="soft user__tab">{t('users.show.adminRights')}</p>;
  const held = user.rights.filter(isRight);
  return may('users.changeRights') ? (
    <Rights key={user.id} user={user} held={held} />
  ) : (
    <RightsShown user={user} held={held} />
  );
}

/** IMP-04: in a control session rights are shown and cannot be changed. */
function RightsShown({ user, held }: { user: UserDetail; held: readonly Right[] }) {
  const t = useT();
  return (
    <div className="rights user__tab">
      <section className="rights__main">
        <p className="soft">{t('users.rights.readOnly')}</p>
        <RightsTree held={held} draft={held} />
      </section>
      <aside className="rights__side">
        <RightsPreviewPart user={user} draft={held} />
      </aside>
    </div>
  );
}

interface RightsDraft {
  added: Right[];
  taken: Right[];
}

function Rights({ user, held }: { user: UserDetail; held: readonly Right[] }) {
  const t = useT();
  const notify = useNotify();
  // Stores the changes, not their result, because they are applied again when others have changed these rights.
  const kept = useKeptDraft<RightsDraft>('rights');
  const [wish, setWish] = useState<RightsDraft>(kept ?? { added: [], taken: [] });
  const [isStale, setStale] = useState(false);
  const draft = rebased(held, wish.added, wish.taken);
  const { added, taken } = differenceOf(held, draft);
  const isDirty = added.length + taken.length > 0;
  useDraftKeeper('rights', isDirty ? wish : null);
  const { act, isPending } = useUserChange();
  const lay = (wanted: readonly Right[]) => setWish(differenceOf(held, wanted));
  const [isAsking, setAsking] = useState(false);
  const { rightsTemplate } = user;
  const save = () =>
    act(
      {
        path: `/users/${user.id}/rights`,
        body: { rights: draft, ...(rightsTemplate ? { leaveTemplate: true } : {}) },
        version: user.version,
      },
      {
        onSettled: () => setAsking(false),
        onSuccess: () => {
          setWish({ added: [], taken: [] });
          setStale(false);
          notify(t('users.rights.saved', { name: user.fullName }), { type: 'success' });
        },
        onError: (error) => {
          if (problemOf(error)?.status === 412) setStale(true);
        },
      },
    );
  return (
    <div className="rights user__tab">
      <section className="rights__main">
        <p className="soft">{t('users.rights.lead')}</p>
        <TemplateOfUser user={user} />
        <p className="rights__tools">
          <CopyRights
            user={user}
            onCopied={(model, name) => {
              lay(model);
              notify(t('users.rights.copied', { name }), { type: 'info' });
            }}
          />
          <button type="button" className="button button--small" onClick={() => lay(everyRight)}>
            {t('users.rights.everything')}
          </button>
          <button type="button" className="button button--small" onClick={() => lay([])}>
            {t('users.rights.nothing')}
          </button>
        </p>
        {isStale && (
          <p className="rights__stale" role="alert">
            {t('users.rights.stale')}
          </p>
        )}
        <RightsTree held={held} draft={draft} onToggle={(right) => lay(toggled(draft, right))} />
      </section>
      <aside className="rights__side">
        <RightsChange
          added={added}
          taken={taken}
          isPending={isPending}
          onSave={rightsTemplate ? () => setAsking(true) : save}
          onReset={() => setWish({ added: [], taken: [] })}
        />
        <RightsPreviewPart user={user} draft={draft} />
      </aside>
      {isAsking && rightsTemplate && (
        <ConfirmDialog
          title={t('users.templates.leaveTitle', { template: rightsTemplate.name })}
          confirm={t('users.templates.leaveSave')}
          isHarmless
          isPending={isPending}
          onConfirm={save}
          onClose={() => setAsking(false)}
        >
          <p>{t('users.templates.leaveBody', { name: user.fullName })}</p>
        </ConfirmDialog>
      )}
      <UnsavedGuard isDirty={isDirty} />
    </div>
  );
}
