import { ConfirmDialog } from '../kit/dialogs/ConfirmDialog.tsx';
import type { Library, LibraryEntry } from './library.ts';
import { useT } from './messages.ts';
import { useLibraryChange } from './useLibrary.ts';
import { useUses } from './useUses.ts';

/** Asks before a picture is deleted, and says how many records use it. */
export function DeletePicture({
  library,
  entry,
  onClose,
  onDeleted,
}: {
  library: Library;
  entry: LibraryEntry;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const t = useT();
  const usesText = useUses(library);
  const { removal } = useLibraryChange(library, () => (onDeleted ?? onClose)());
  return (
    <ConfirmDialog
      title={t('images.remove.title', { name: entry.name })}
      confirm={t('images.delete')}
      isPending={removal.isPending}
      onConfirm={() => removal.act(entry)}
      onClose={onClose}
    >
      <p>
        {entry.uses > 0 ? <strong>{`${usesText(entry)}. `}</strong> : usesText(entry)}{' '}
        {entry.uses > 0 && t(`images.${library}.back`, { smart_count: entry.uses })}
      </p>
    </ConfirmDialog>
  );
}
