import type { TagView } from '@fournil/contract/tags/tag';
import { useRemove } from '../data/index.ts';
import { BinHint } from '../kit/dialogs/BinHint.tsx';
import { ConfirmDialog } from '../kit/dialogs/ConfirmDialog.tsx';
import { useKitT } from '../kit/messages.ts';
import { useT } from './messages.ts';

interface DeleteTagsProps {
  tags: readonly Pick<TagView, 'id' | 'name' | 'programCount'>[];
  onClose: () => void;
  /** Called with the ids that were not deleted. */
  onDeleted?: (left: string[]) => void;
}

/** Asks before tags are deleted, and says from how many programs they are removed. */
export function DeleteTags({ tags, onClose, onDeleted }: DeleteTagsProps) {
  const t = useT();
  const kitT = useKitT();
  const { run, isPending } = useRemove({
    resource: 'tags',
    done: (count) => t('tags.remove.done', { smart_count: count }),
    onSettled: (left) => {
      onDeleted?.(left);
      onClose();
    },
  });
  const carried = tags.filter(({ programCount }) => (programCount ?? 0) > 0);
  return (
    <ConfirmDialog
      title={t('tags.remove.title', { smart_count: tags.length, name: tags[0]?.name ?? '' })}
      confirm={kitT('kit.delete')}
      isPending={isPending}
      onConfirm={() => run(tags.map(({ id }) => id))}
      onClose={onClose}
    >
      {carried.length === 0 && <p>{t('tags.remove.unused', { smart_count: tags.length })}</p>}
      {carried.length > 0 && tags.length === 1 && (
        <p>{t('tags.remove.carried', { smart_count: carried[0]?.programCount ?? 0 })}</p>
      )}
      {carried.length > 0 && tags.length > 1 && (
        <>
          <p>{t('tags.remove.several')}</p>
          <ul>
            {carried.map(({ id, name, programCount }) => (
              <li key={id}>{t('tags.remove.carriedSeveral', { name, smart_count: programCount ?? 0 })}</li>
            ))}
          </ul>
        </>
      )}
      <BinHint />
    </ConfirmDialog>
  );
}
