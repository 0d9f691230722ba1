import { useEffect, useRef } from 'react';
import { useEditor } from '../editor.ts';

/** Where a button has added an entry, its first value gets the focus; where a key of the drawing has, that keeps it. */
export function useFocusAdded<Container extends HTMLElement>(firstValue: string) {
  const container = useRef<Container>(null);
  const { past, did } = useEditor().state;
  useEffect(() => {
    if (did !== 'insert' || document.activeElement?.closest('.drawing--live')) return;
    container.current?.querySelector<HTMLInputElement>(firstValue)?.focus();
  }, [past, did, firstValue]);
  return container;
}
