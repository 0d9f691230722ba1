import type { Fetched } from './api.ts';

/** Hands a file to the browser's downloads. */
export function saveFile({ name, blob }: Fetched): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The browser has taken it over by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
