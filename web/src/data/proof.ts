import { useSyncExternalStore } from 'react';

interface Asking {
  answered: Promise<boolean>;
  answer: (isProven: boolean) => void;
}
let asking: Asking | null = null;
const watchers = new Set<() => void>();

/**
 * SEC-01: asks the person to prove that it is they; however many calls want it at once, they are asked once. False:
 * they did not.
 */
export function askForProof(): Promise<boolean> {
  if (!asking) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    asking = { answered: promise, answer: resolve };
    tell();
  }
  return asking.answered;
}

/** For the dialog: whether it is open, and what came of it. */
export function useAskedForProof(): boolean {
  return useSyncExternalStore(watch, () => asking !== null);
}

export function answerProof(isProven: boolean): void {
  asking?.answer(isProven);
  asking = null;
  tell();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function tell(): void {
  for (const watcher of watchers) watcher();
}
