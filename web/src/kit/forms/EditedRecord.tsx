import type { ReactNode } from 'react';
import { isGone } from '../../data/index.ts';
import { Failed } from '../pages/Failed.tsx';
import { StaysWhileUnsaved } from './StaysWhileUnsaved.tsx';

interface EditedRecordProps<View> {
  /** The record as it is read for editing (`useRecord` with `isAfresh`). */
  reading: { data?: View | undefined; error: unknown; isFetchedAfterMount: boolean; refetch: () => unknown };
  /** Shown for a record that does not exist, or that this person may not see. */
  gone: ReactNode;
  isNarrow?: boolean;
  children: (latest: View) => ReactNode;
}

/**
 * The form of a record, from its first reading. Later readings that fail leave the form as it is; when the record is
 * deleted meanwhile, unsaved input stays on the screen.
 */
export function EditedRecord<View>({ reading, gone, isNarrow = false, children }: EditedRecordProps<View>) {
  const { data, error, isFetchedAfterMount, refetch } = reading;
  const isMissing = isGone(error);
  if (!data && isMissing) return gone;
  if (!data && error) return <Failed onRetry={() => void refetch()} />;
  if (!data || !isFetchedAfterMount)
    return <div className={`page${isNarrow ? ' page--narrow' : ''}`} aria-busy="true" />;
  return (
    <StaysWhileUnsaved ended={isMissing ? 'gone' : null} instead={gone}>
      {children(data)}
    </StaysWhileUnsaved>
  );
}
