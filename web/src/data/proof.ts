import { useSyncExternalStore } from 'react';

interface Asking {
  answered: Promise<boolean>;
  answer: (isProven: boolean) => void;
}
let asking: Asking | null = null;
const watchers = new Set<() => void>();

/**
 * SEC-01: asks the person for a proof of identity, once for all calls that require it at the same time. Resolves to
 * false when they cancel.
 */
export function askForProof(): Promise<boolean> {
  if (!asking) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    asking = { answered: promise, answer: resolve };
    tell();
  }
  return asking.answered;
}

/** For the dialog: whether it is open, and a function that reports the result. */
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
