import type { Entity } from '@fournil/contract/entities';
import type { ReactNode } from 'react';
import { isGone } from '../../data/index.ts';
import { StaysWhileUnsaved } from '../forms/StaysWhileUnsaved.tsx';
import { Failed } from './Failed.tsx';
import { GonePage } from './GonePage.tsx';

export interface LoadedOptions {
  /** Its children edit the record: they wait for a reading of now, and do not begin with what the cache still has. */
  isForm?: boolean;
  isNarrow?: boolean;
  /** Shown while it is loading. */
  skeleton?: ReactNode;
  /** In place of `GonePage`. */
  gone?: (error: unknown) => ReactNode;
}

interface LoadedRecordProps<View> extends LoadedOptions {
  of: Entity;
  reading: { data?: View | undefined; error: unknown; isFetchedAfterMount: boolean; refetch: () => unknown };
  children: (record: View) => ReactNode;
}

/**
 * A page about one record, from its first reading. Later readings that fail leave it as it is; when the record is
 * deleted or hidden meanwhile, unsaved input stays on the screen.
 */
export function LoadedRecord<View>(props: LoadedRecordProps<View>) {
  const {
    of,
    reading,
    isForm = false,
    isNarrow = false,
    skeleton,
    gone = () => <GonePage of={of} />,
    children,
  } = props;
  const { data, error, isFetchedAfterMount, refetch } = reading;
  const isMissing = isGone(error);
  if (!data && isMissing) return gone(error);
  if (!data && error) return <Failed onRetry={() => void refetch()} />;
  if (!data || (isForm && !isFetchedAfterMount))
    return skeleton ?? <div className={`page${isNarrow ? ' page--narrow' : ''}`} aria-busy="true" />;
  return (
    <StaysWhileUnsaved ended={isMissing ? 'gone' : null} instead={gone(error)}>
      {children(data)}
    </StaysWhileUnsaved>
  );
}
