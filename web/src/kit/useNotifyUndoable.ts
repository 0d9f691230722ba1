import { useNotify } from 'ra-core';

/** What a notice offers besides its text (`app/frame/Notices`). */
export interface UndoableNotice {
  /** Takes back what the notice reports. */
  undo: () => void;
}

const showForMilliseconds = 10_000;

/** Reports something that is done and can be taken back by one call, which reports its own failure. */
export function useNotifyUndoable() {
  const notify = useNotify();
  return (text: string, undo: () => Promise<unknown>) =>
    notify(text, {
      type: 'success',
      autoHideDuration: showForMilliseconds,
      undo: () => void undo().catch(() => undefined),
    } satisfies UndoableNotice & Parameters<typeof notify>[1]);
}
