import { useNotify } from 'ra-core';

/** Copies a text; browsers allow it on secure pages only, elsewhere the reader is asked to do it by hand. */
export function useCopy() {
  const notify = useNotify();
  return async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      notify('kit.copied', { type: 'success' });
    } catch {
      notify('kit.notCopied', { type: 'warning' });
    }
  };
}
