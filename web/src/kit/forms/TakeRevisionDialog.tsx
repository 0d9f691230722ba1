import type { ReactNode } from 'react';
import { Modal } from '../dialogs/Modal.tsx';
import { ConflictNotice } from './ConflictNotice.tsx';
import { changesBetween, type VersionField } from './versions.ts';

interface TakeRevisionDialogProps<View extends { updatedAt: string }> {
  title: string;
  confirm: string;
  /** The record as it was read when the dialog was opened, and as somebody else has saved it since. */
  read: View;
  conflict: View | null;
  fields: readonly VersionField<View>[];
  /** The record's page. */
  address: string;
  isLocked: boolean;
  onTake: () => void;
  onClose: () => void;
  /** What taking it means. */
  children: ReactNode;
}

/** API-06: asks before an older revision of a record becomes its newest; by an edit, with the same call and rules. */
export function TakeRevisionDialog<View extends { updatedAt: string }>({
  title,
  confirm,
  read,
  conflict,
  fields,
  address,
  isLocked,
  onTake,
  onClose,
  children,
}: TakeRevisionDialogProps<View>) {
  return (
    <Modal
      title={title}
      onClose={onClose}
      actions={
        !conflict && (
          <button type="button" className="button button--main" disabled={isLocked} onClick={onTake}>
            {confirm}
          </button>
        )
      }
    >
      {conflict && (
        <ConflictNotice
          savedAt={conflict.updatedAt}
          address={address}
          changes={changesBetween(read, conflict, fields)}
          onTake={onClose}
          onMine={onTake}
        />
      )}
      {children}
    </Modal>
  );
}
