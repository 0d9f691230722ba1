import { useNotify } from 'ra-core';
import type { ReactNode } from 'react';
import { useBulkT } from './messages.ts';

interface SingleActionProps {
  /** The selected rows. */
  count: number;
  onAct: () => void;
  children: ReactNode;
}

/** BLK-02: an action for one row only; with several rows selected it shows why it cannot be used. */
export function SingleAction({ count, onAct, children }: SingleActionProps) {
  const t = useBulkT();
  const notify = useNotify();
  const isOne = count === 1;
  return (
    <button
      type="button"
      aria-disabled={!isOne}
      title={isOne ? undefined : t('bulk.single')}
      onClick={() => (isOne ? onAct() : notify(t('bulk.single'), { type: 'warning' }))}
    >
      {children}
    </button>
  );
}
