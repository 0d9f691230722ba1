import type { MenuDetail, MenuUpdate } from '@fournil/contract/menus/menu';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { call, useAct } from '../../data/index.ts';
import { MoreMenu } from '../../kit/MoreMenu.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useMay } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { RolloutLink } from '../../rollouts/index.ts';
import { useT } from '../messages.ts';
import { DeleteMenu } from './DeleteMenu.tsx';

/** The actions that this person may do. */
export function MenuActions({ menu }: { menu: MenuDetail }) {
  const t = useT();
  const kitT = useKitT();
  const may = useMay();
  const hint = useId();
  const [isDeleting, setDeleting] = useState(false);
  const approve = useApprove(menu);
  const isToApprove = may('menus.approve') && !menu.approved;
  return (
    <div className="menu-page__actions">
      {isToApprove && (
        <button
          type="button"
          className="button button--main"
          disabled={approve.isPending || menu.reachesFurther}
          aria-describedby={menu.reachesFurther ? hint : undefined}
          onClick={() => approve.act({ approved: true })}
        >
          {menu.sentCount > 0
            ? t('menus.show.approveAndSend', { smart_count: menu.sentCount })
            : t('menus.show.approve')}
        </button>
      )}
      {menu.revision !== menu.approvedRevision && !menu.reachesFurther && (
        <RolloutLink kind="menu" id={menu.id} className="button" />
      )}
      {(may('menus.edit') || may('menus.give')) && (
        <Link className={isToApprove ? 'button' : 'button button--main'} to={`/menus/${menu.id}`}>
          <Icon name="edit" size={16} />
          {kitT('kit.edit')}
        </Link>
      )}
      <MoreMenu
        entries={[
          may('menus.approve') &&
            menu.approvedRevision !== null &&
            !menu.reachesFurther && {
              icon: 'hand',
              label: menu.approved
                ? t('menus.show.unapprove')
                : t('menus.show.withdraw', { revision: menu.approvedRevision }),
              act: () => approve.act({ withdraw: true }),
            },
          may('menus.delete') &&
            !menu.reachesFurther && { icon: 'trash', label: t('menus.remove.action'), act: () => setDeleting(true) },
        ]}
      />
      {menu.reachesFurther && may('menus.change') && (
        <p id={hint} className="soft menu-page__further">
          {t('menus.show.furtherHint')}
        </p>
      )}
      {isDeleting && <DeleteMenu menu={menu} onClose={() => setDeleting(false)} />}
    </div>
  );
}

function useApprove({ id, version }: MenuDetail) {
  const t = useT();
  return useAct({
    changes: 'menus',
    send: (body: Pick<MenuUpdate, 'approved' | 'withdraw'>) =>
      call<MenuDetail>(`/menus/${id}`, { method: 'PUT', body, version }),
    answers: 'menus',
    done: ({ approved, name }) => t(approved ? 'menus.show.approved' : 'menus.show.unapproved', { name }),
  });
}
