import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { focusHeading } from './focusHeading.ts';

/** Milliseconds for which the heading of a page that is loaded is waited for. */
const longestWait = 10_000;

/**
 * When the button or link that led to a page is gone with the former one, as after signing in, saving, or a step of a
 * wizard, the heading of the page receives the focus: screen readers read it, and Tab continues from there. A page that
 * is opened or reloaded by the browser begins at its top instead.
 */
export function useFocusHeading(main: RefObject<HTMLElement | null>, isShown: boolean): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const node = main.current;
    if (!node || !navigator.userActivation?.hasBeenActive) return;
    const observer = new MutationObserver(() => isSettled(node) && observer.disconnect());
    if (!isSettled(node)) observer.observe(node, { childList: true, subtree: true });
    const timer = setTimeout(() => observer.disconnect(), longestWait);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [pathname, search, isShown]);
}

/** Whether something has the focus; the heading, if there is one and nothing else had it. */
function isSettled(node: HTMLElement): boolean {
  if (document.activeElement && document.activeElement !== document.body) return true;
  const heading = node.querySelector<HTMLElement>('h1');
  if (!heading) return false;
  focusHeading(heading);
  return true;
}
