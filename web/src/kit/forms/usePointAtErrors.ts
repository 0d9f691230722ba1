import { useNotify } from 'ra-core';
import { type RefObject, useCallback } from 'react';

/**
 * GEN-01: for forms that validate without ra-core: shows the same notice as ra-core's forms, and focuses the first
 * invalid field once it is marked.
 */
export function usePointAtErrors(form: RefObject<HTMLElement | null>): () => void {
  const notify = useNotify();
  return useCallback(() => {
    notify('ra.message.invalid_form', { type: 'error' });
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus(),
    );
  }, [notify, form]);
}
