import type { MenuDetail, MenuRevisionView } from '@fournil/contract/menus/menu';
import { useNavigate } from 'react-router-dom';
import { useVersionedSave } from '../../data/index.ts';
import { Modal } from '../../kit/dialogs/Modal.tsx';
import { ConflictNotice } from '../../kit/forms/ConflictNotice.tsx';
import { changesBetween } from '../../kit/forms/versions.ts';
import { useKitT } from '../../kit/messages.ts';
import { useMay } from '../../kit/session/profile.ts';
import { useT } from '../messages.ts';
import { useMenuFields } from '../parts/useMenuFields.ts';

interface TakeRevisionProps {
  /** The version that was read when the dialog was opened. */
  menu: MenuDetail;
  revision: MenuRevisionView;
  onClose: () => void;
}

/** An older revision again, by an edit of the menu with the same call and rules (API-06); deleted programs stay out. */
export function TakeRevision({ menu, revision, onClose }: TakeRevisionProps) {
  const t = useT();
  const kitT = useKitT();
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
  const becomes = present.approved && may('menus.approve') && !present.reachesFurther ? 'takeApproved' : 'takeWaits';
  const { season, additions } = revision;
  const take = () => save({ programs, season, additions }, present.version);
  return (
    <Modal
      title={t('menus.revisions.takeTitle', { revision: revision.revision })}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {kitT('kit.cancel')}
          </button>
          {!conflict && (
            <button
              type="button"
              className="button button--main"
              disabled={isPending || programs.length === 0}
              onClick={take}
            >
              {t('menus.revisions.confirm')}
            </button>
          )}
        </>
      }
    >
      {conflict && (
        <ConflictNotice
          savedAt={conflict.updatedAt}
          address={`#/menus/${menu.id}/show`}
          changes={changesBetween(menu, conflict, fields)}
          onTake={onClose}
          onMine={take}
        />
      )}
      <p>{t(`menus.revisions.${becomes}`, { next: present.revision + 1 })}</p>
      {lost > 0 && (
        <p>
          {programs.length === 0
            ? t('menus.revisions.nothingLeft')
            : t('menus.revisions.without', { smart_count: lost })}
        </p>
      )}
    </Modal>
  );
}
