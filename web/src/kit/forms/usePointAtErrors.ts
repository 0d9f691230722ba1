import { useNotify } from 'ra-core';
import { type RefObject, useCallback } from 'react';

/**
 * GEN-01: what ra-core's forms do when something in them is wrong, for those that check by themselves: says so, and
 * goes to the first field that is marked as wrong, once it is.
 */
export function usePointAtErrors(form: RefObject<HTMLElement | null>): () => void {
  const notify = useNotify();
  return useCallback(() => {
    notify('ra.message.invalid_form', { type: 'error', undoable: false });
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus(),
    );
  }, [notify, form]);
}
