import { useNotify } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { useKitT } from '../messages.ts';
import { useOwnSession } from '../session/ownSession.ts';

/**
 * The input of a form at the moment when the session ends: kept in this tab until the same person opens the same page
 * again. Passwords and PINs are not kept.
 */
const prefix = 'typed ';
const keepers = new Set<() => void>();
let isKept = false;

/** Keeps the input of the forms on the screen; called before the session is closed. */
export function keepTyping(): void {
  for (const keep of keepers) keep();
}

/** Whether the input is kept, so that the page may be left without a question. */
export function isTypingKept(): boolean {
  return isKept;
}

/** Deletes the kept input of everybody but the person who has signed in. */
export function forgetTypingOfOthers(username: string): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && !key.startsWith(`${prefix}${username} `)) sessionStorage.removeItem(key);
}

/** The kept input of this person for this page. */
export function keyOf(username: string, name = ''): string {
  return `${prefix}${username} ${window.location.hash} ${name}`;
}

function put(key: string, typed: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(typed));
    isKept = true;
  } catch (error) {
    // The storage is full: the session ends all the same.
    console.error(error);
  }
}

function read(key: string): unknown {
  const kept = sessionStorage.getItem(key);
  return kept === null ? null : JSON.parse(kept);
}

/** For drafts that are not forms: the kept draft to begin with, or null. */
export function useKeptDraft<Draft>(name: string): Draft | null {
  const { username } = useOwnSession();
  const [kept] = useState(() => read(keyOf(username(), name)) as Draft | null);
  useGivenBack(keyOf(username(), name), () => undefined);
  return kept;
}

/** For drafts that are not forms: keeps the draft when the session ends; null when there is nothing to keep. */
export function useDraftKeeper(name: string, draft: unknown): void {
  const { username } = useOwnSession();
  useKeeper(keyOf(username(), name), () => draft);
}

export function useKeeper(key: string, typed: () => unknown): void {
  const now = useRef<() => void>(() => undefined);
  now.current = () => {
    const what = typed();
    if (what !== null) put(key, what);
  };
  useEffect(() => {
    const keep = () => now.current();
    keepers.add(keep);
    return () => void keepers.delete(keep);
  }, []);
}

export function useGivenBack(key: string, give: (kept: unknown) => void): void {
  const t = useKitT();
  const notify = useNotify();
  const now = useRef<() => void>(() => undefined);
  now.current = () => {
    isKept = false;
    const kept = read(key);
    if (kept === null) return;
    sessionStorage.removeItem(key);
    give(kept);
    notify(t('kit.typedAgain'), { type: 'info' });
  };
  useEffect(() => {
    // After the form has set the values of its record, in an effect of its own.
    const soon = setTimeout(() => now.current());
    return () => clearTimeout(soon);
  }, []);
}
