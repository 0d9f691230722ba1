import type { BulkPreview } from '@fournil/contract/bulk/bulk';
import type { ReactNode } from 'react';
import { BinHint } from '../dialogs/BinHint.tsx';
import { Modal } from '../dialogs/Modal.tsx';
import { useKitT } from '../messages.ts';
import { useNumber } from '../useT.ts';
import { useBulkT } from './messages.ts';
import { Refusals } from './Refusals.tsx';
import './bulkRuns.css';

interface PreviewDialogProps {
  title: string;
  /** Undefined while it is computed. */
  preview: BulkPreview | undefined;
  isDeletion: boolean;
  /** The deleted records can be restored from the recycle bin. */
  isBinned: boolean;
  /** No other action reverses it. */
  isFinal: boolean;
  isPending: boolean;
  onGo: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** BLK-03: shows before a bulk action which rows it would change and which it would refuse. */
export function PreviewDialog({
  title,
  preview,
  isDeletion,
  isBinned,
  isFinal,
  isPending,
  onGo,
  onClose,
  children,
}: PreviewDialogProps) {
  const t = useBulkT();
  const kitT = useKitT();
  // Rows beyond those that were checked are assumed to have the same outcome.
  const changing = preview ? preview.changed + (preview.total - preview.looked) : 0;
  return (
    <Modal
      title={title}
      width="sm"
      onClose={onClose}
      cancel={kitT(changing === 0 && preview ? 'kit.close' : 'kit.cancel')}
      actions={
        (!preview || changing > 0) && (
          <button
            type="button"
            className={isDeletion ? 'button button--danger-main' : 'button button--main'}
            disabled={!preview || isPending}
            onClick={onGo}
          >
            {preview && preview.sentCount > 0
              ? t('bulk.preview.send', { count: changing, smart_count: preview.sentCount })
              : t(isDeletion ? 'bulk.preview.delete' : 'bulk.preview.go', { smart_count: changing })}
          </button>
        )
      }
    >
      {children}
      {preview ? (
        <Numbers preview={preview} isDeletion={isDeletion} isBinned={isBinned} isFinal={isFinal} />
      ) : (
        <p className="soft" role="status">
          {t('bulk.preview.looking')}
        </p>
      )}
    </Modal>
  );
}

type NumbersProps = Pick<PreviewDialogProps, 'isDeletion' | 'isBinned' | 'isFinal'> & { preview: BulkPreview };

function Numbers({ preview, isDeletion, isBinned, isFinal }: NumbersProps) {
  const { changed, unchanged, refused, refusals, names, looked, total, canUndo } = preview;
  const unnamed = changed + (total - looked) - names.length;
  const t = useBulkT();
  const number = useNumber();
  const partly = refusals.filter((one) => one.partly).length;
  return (
    <div className="preview" role="status">
      <ul className="preview__numbers">
        {changed > 0 && (
          <li>{t(isDeletion ? 'bulk.preview.deleted' : 'bulk.preview.changed', { smart_count: changed })}</li>
        )}
        {names.length > 0 && (
          <li className="preview__names">
            <strong>{names.join(', ')}</strong> {unnamed > 0 && t('bulk.preview.others', { smart_count: unnamed })}
          </li>
        )}
        {unchanged > 0 && <li className="soft">{t('bulk.preview.unchanged', { smart_count: unchanged })}</li>}
        {changed === 0 && refused === 0 && <li>{t('bulk.preview.nothing')}</li>}
      </ul>
      {looked < total && (
        <p className="soft">{t('bulk.preview.first', { looked: number(looked), total: number(total) })}</p>
      )}
      {refused > 0 && <p>{t('bulk.preview.refused', { smart_count: refused })}</p>}
      <Refusals refusals={refusals} total={refused + partly} />
      {changed > 0 && isBinned && <BinHint />}
      {changed > 0 && !canUndo && !isBinned && (
        <p className="soft">{t(isDeletion || isFinal ? 'bulk.preview.noUndo' : 'bulk.preview.opposite')}</p>
      )}
    </div>
  );
}
