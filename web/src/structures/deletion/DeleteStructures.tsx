import type { DeletionChoice, DeletionView } from '@fournil/contract/structures/structure';
import { useState } from 'react';
import { call, readingBy, useRead, useRemove } from '../../data/index.ts';
import { useBulkT } from '../../kit/bulk/messages.ts';
import { BinHint } from '../../kit/dialogs/BinHint.tsx';
import { ConfirmDialog } from '../../kit/dialogs/ConfirmDialog.tsx';
import { Modal } from '../../kit/dialogs/Modal.tsx';
import { useKitT } from '../../kit/messages.ts';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useT } from '../messages.ts';
import { DeletionQuestions } from './DeletionQuestions.tsx';
import { type Deletion, deletionOf } from './deletion.ts';

type Structures = readonly { id: string; name: string }[];
const namedAtMost = 8;

interface DeleteStructuresProps {
  structures: Structures;
  onClose: () => void;
  /** Receives the choice; without it the structures are deleted at once. */
  onChosen?: (choice: DeletionChoice) => void;
  /** Called with the ids that were not deleted. */
  onDeleted?: (left: string[]) => void;
}

/** STR-06: asks what happens to the sub-structures and machines, with their numbers. */
export function DeleteStructures({ structures, onClose, onChosen, onDeleted }: DeleteStructuresProps) {
  const t = useT();
  const ids = structures.map(({ id }) => id);
  const { data, error, refetch } = useRead(
    readingBy<DeletionView[]>({
      about: 'structures',
      by: ['deletion', ids],
      ask: (signal) => Promise.all(ids.map((id) => call<DeletionView>(`/structures/${id}/deletion`, { signal }))),
      staleTime: 0,
      gcTime: 0,
    }),
  );
  const title = t('structures.remove.title', { smart_count: structures.length, name: structures[0]?.name ?? '' });
  if (!data)
    return (
      <Waiting
        title={title}
        count={structures.length}
        isFailed={!!error}
        onRetry={() => void refetch()}
        onClose={onClose}
      />
    );
  return (
    <Asking
      title={title}
      structures={structures}
      deletion={deletionOf(data)}
      onClose={onClose}
      onChosen={onChosen}
      onDeleted={onDeleted}
    />
  );
}

interface WaitingProps {
  title: string;
  count: number;
  isFailed: boolean;
  onRetry: () => void;
  onClose: () => void;
}

function Waiting({ title, count, isFailed, onRetry, onClose }: WaitingProps) {
  const t = useT();
  return (
    <Modal title={title} width="xs" onClose={onClose}>
      {isFailed ? (
        <Failed onRetry={onRetry} />
      ) : (
        <p className="soft" role="status">
          {t('structures.remove.looking', { smart_count: count })}
        </p>
      )}
    </Modal>
  );
}

interface AskingProps {
  title: string;
  structures: Structures;
  deletion: Deletion;
  onClose: () => void;
  onChosen: ((choice: DeletionChoice) => void) | undefined;
  onDeleted: ((left: string[]) => void) | undefined;
}

function Asking({ title, structures, deletion, onClose, onChosen, onDeleted }: AskingProps) {
  const t = useT();
  const [choice, setChoice] = useState<DeletionChoice>(deletion.first);
  const { run, isPending } = useRemove({
    resource: 'structures',
    query: { ...choice },
    done: (count) => t('structures.remove.done', { smart_count: count }),
    onSettled: (left) => {
      onDeleted?.(left);
      onClose();
    },
  });
  if (deletion.isHidden || deletion.isImpossible)
    return <Refused title={title} deletion={deletion} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={title}
      confirm={t('structures.remove.confirm')}
      isPending={isPending}
      onConfirm={() => (onChosen ? onChosen(choice) : run(structures.map(({ id }) => id)))}
      onClose={onClose}
    >
      {structures.length > 1 && <Names structures={structures} />}
      <DeletionQuestions deletion={deletion} choice={choice} onChoice={setChoice} />
      <BinHint />
    </ConfirmDialog>
  );
}

/** Their names, because some selected ones may not be visible on the page. */
function Names({ structures }: { structures: Structures }) {
  const bulkT = useBulkT();
  const left = structures.length - namedAtMost;
  const names = structures.slice(0, namedAtMost).map(({ name }) => name);
  return (
    <p>
      {names.join(', ')} {left > 0 && bulkT('bulk.preview.others', { smart_count: left })}
    </p>
  );
}

function Refused({ title, deletion, onClose }: { title: string; deletion: Deletion; onClose: () => void }) {
  const t = useT();
  const kitT = useKitT();
  return (
    <Modal title={title} width="xs" cancel={kitT('kit.close')} onClose={onClose}>
      <p>
        {t(deletion.isHidden ? 'structures.remove.hidden' : 'structures.remove.impossible', {
          smart_count: deletion.count,
        })}
      </p>
    </Modal>
  );
}
