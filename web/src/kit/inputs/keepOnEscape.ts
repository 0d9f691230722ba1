import type { KeyboardEvent } from 'react';

/** Escape closes the list of options, then the dialog around it; Base UI would clear the field in between. */
export function keepOnEscape(event: KeyboardEvent<HTMLInputElement> & { preventBaseUIHandler: () => void }): void {
  const isClosed = event.currentTarget.getAttribute('aria-expanded') !== 'true';
  if (event.key === 'Escape' && isClosed) event.preventBaseUIHandler();
}
