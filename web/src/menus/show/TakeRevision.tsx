import type { MenuDetail, MenuRevisionView } from '@fournil/contract/menus/menu';
import { useNavigate } from 'react-router-dom';
import { useVersionedSave } from '../../data/index.ts';
import { TakeRevisionDialog } from '../../kit/forms/TakeRevisionDialog.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { useT } from '../messages.ts';
import { useMenuFields } from '../parts/useMenuFields.ts';

interface TakeRevisionProps {
  /** The version that was read when the dialog was opened. */
  menu: MenuDetail;
  revision: MenuRevisionView;
  onClose: () => void;
}

/** An older revision of a menu becomes its newest; deleted programs stay out. */
export function TakeRevision({ menu, revision, onClose }: TakeRevisionProps) {
  const t = useT();
  const may = useMay();
  const navigate = useNavigate();
  const fields = useMenuFields();
  const { save, isPending, conflict } = useVersionedSave<MenuDetail>('menus', menu.id, {
    done: ({ approved, name }) =>
      t(approved ? 'menus.revisions.taken' : 'menus.revisions.takenWaits', { name, revision: revision.revision }),
    onDone: () => {
      onClose();
      navigate(`/menus/${menu.id}/show`);
    },
  });
  const present = conflict ?? menu;
  const programs = revision.programs.filter(({ deleted }) => !deleted).map(({ id }) => id);
  const lost = revision.programs.length - programs.length;
  const isApproved = present.approved && may('menus.approve') && !present.reachesFurther;
  const { season, additions } = revision;
  return (
    <TakeRevisionDialog
      title={t('menus.revisions.takeTitle', { revision: revision.revision })}
      confirm={
        isApproved && present.sentCount > 0
          ? t('menus.revisions.takeAndSend', { smart_count: present.sentCount })
          : t('menus.revisions.confirm')
      }
      read={menu}
      conflict={conflict}
      fields={fields}
      address={`#/menus/${menu.id}/show`}
      isLocked={isPending || programs.length === 0}
      onTake={() => save({ programs, season, additions }, present.version)}
      onClose={onClose}
    >
      <p>{t(`menus.revisions.${isApproved ? 'takeApproved' : 'takeWaits'}`, { next: present.revision + 1 })}</p>
      {lost > 0 && (
        <p>
          {programs.length === 0
            ? t('menus.revisions.nothingLeft')
            : t('menus.revisions.without', { smart_count: lost })}
        </p>
      )}
    </TakeRevisionDialog>
  );
}
