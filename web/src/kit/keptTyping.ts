import { useNotify } from 'ra-core';
import { useEffect, useRef } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useKitT } from './messages.ts';
import { useOwnSession } from './ownSession.ts';

/**
 * What stands typed in a form when the session ends under it: kept in this tab until the same person is back at the same
 * address. Passwords and pins are not.
 */
const prefix = 'typed ';
const secret = /password|pin|code/i;
const keepers = new Set<() => void>();
let isKept = false;

/** Keeps what is typed on the screen; called before the session is closed. */
export function keepTyping(): void {
  for (const keep of keepers) keep();
}

/** Whether what is typed is safe: nobody needs to be asked before it leaves the screen. */
export function isTypingKept(): boolean {
  return isKept;
}

/** Somebody else has signed in here. */
export function forgetTyping(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}

/** Inside a form: gives back what was kept of it, and keeps it when need be. */
export function useKeptTyping(): void {
  const t = useKitT();
  const notify = useNotify();
  const { username } = useOwnSession();
  const { getValues, setValue } = useFormContext();
  const { dirtyFields } = useFormState();
  const now = useRef({ dirtyFields, key: '' });
  now.current = { dirtyFields, key: `${prefix}${username()} ${window.location.hash}` };

  useEffect(() => {
    const keep = () => {
      const typed = Object.fromEntries(
        Object.entries(getValues()).filter(([name]) => Object.hasOwn(now.current.dirtyFields, name) && !secret.test(name)),
      );
      if (Object.keys(typed).length === 0) return;
      sessionStorage.setItem(now.current.key, JSON.stringify(typed));
      isKept = true;
    };
    keepers.add(keep);
    return () => void keepers.delete(keep);
  }, [getValues]);

  const give = useRef(() => undefined);
  give.current = () => {
    isKept = false;
    const { key } = now.current;
    const kept = sessionStorage.getItem(key);
    if (!kept) return;
    sessionStorage.removeItem(key);
    for (const [name, value] of Object.entries(JSON.parse(kept) as Record<string, unknown>)) setValue(name, value, { shouldDirty: true });
    notify(t('kit.typedAgain'), { type: 'info' });
  };
  useEffect(() => {
    // After the form has taken the record, which it does in an effect of its own.
    const soon = setTimeout(() => give.current());
    return () => clearTimeout(soon);
  }, []);
}
