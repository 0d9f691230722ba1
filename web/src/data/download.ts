import { type Outcome, useAct } from './act.ts';
import type { Fetched } from './api.ts';

/** Downloads a file (by POST when a body is given) and passes it to the browser. */
export function useDownload<Sent = void>(
  fetchOf: (sent: Sent) => Promise<Fetched>,
  outcome: Outcome<void, Sent> & { onSettled?: () => void } = {},
) {
  return useAct<void, Sent>({ ...outcome, changes: 'nothing', send: async (sent) => saveFile(await fetchOf(sent)) });
}

/** Passes a file to the browser's downloads. */
export function saveFile({ name, blob }: Fetched): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
