import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { focusHeading } from './focusHeading.ts';

/** Milliseconds for which a page or a dialog may itself move the focus after it has removed the control that had it. */
const settleMilliseconds = 50;

const controls = 'a[href], button, input, select, textarea, [tabindex="0"]';
/** Elements that may have a heading of their own. */
const regions = 'li, section, article, aside, fieldset, form, [role="tabpanel"], [role="dialog"]';

/**
 * When a control removes itself, such as the button that approves a machine, the browser leaves the focus nowhere. The
 * heading of the nearest region that is still there receives it, in a table the header of the row; so does the control
 * that opened a dialog, or what is left around it. A control that was disabled during its call has the focus again
 * when it is enabled. The focus stays nowhere when the person has left the control by a click beside it, and on another
 * page `useFocusHeading` decides.
 */
export function useKeptFocus(main: RefObject<HTMLElement | null>): void {
  const { pathname, search } = useLocation();
  /** The focused element and its ancestors; outside `main`, as in a dialog, followed by those that had it in `main`. */
  const trail = useRef<Element[]>([]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restore = () => {
      timer = undefined;
      const [held] = trail.current;
      if (held && isFocusLost() && !isWaiting(held)) focusNear(trail.current, main.current);
    };
    const remember = ({ target }: FocusEvent) => {
      const path = pathOf(target);
      const isInMain = main.current && path.includes(main.current);
      trail.current = isInMain ? path : [...path, ...trail.current.filter((one) => main.current?.contains(one))];
    };
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget || !(target instanceof Element)) return;
      // The event precedes the removal, and a window that is left keeps its focused element.
      setTimeout(() => {
        const isThere = target.isConnected && !isWaiting(target);
        if (isThere && isFocusLost() && trail.current[0] === target) trail.current = [];
      });
    };
    const observer = new MutationObserver(() => {
      if (trail.current.length > 0 && isFocusLost()) timer ??= setTimeout(restore, settleMilliseconds);
    });
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', remember);
    document.addEventListener('focusout', leave);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      document.removeEventListener('focusin', remember);
      document.removeEventListener('focusout', leave);
    };
  }, [main]);

  // Another page begins.
  useLayoutEffect(() => {
    trail.current = isFocusLost() ? [] : pathOf(document.activeElement);
  }, [pathname, search]);
}

function isFocusLost(): boolean {
  return !document.activeElement || document.activeElement === document.body;
}

/** Whether it is disabled, and may be enabled again after its call. */
function isWaiting(element: Element): boolean {
  return element.isConnected && element.matches(':disabled');
}

/** The element and its ancestors below the body. */
function pathOf(target: EventTarget | null): Element[] {
  const path: Element[] = [];
  for (let at = target instanceof Element ? target : null; at && at !== document.body; at = at.parentElement)
    path.push(at);
  return path;
}

function focusNear(trail: readonly Element[], main: HTMLElement | null): void {
  const left = trail.filter((one) => one.isConnected);
  for (const one of left) {
    if (one === main) break;
    if (isControl(one)) {
      one.focus({ preventScroll: true });
      return;
    }
    const heading = headingOf(one, left[0]);
    if (heading) {
      focusHeading(heading);
      return;
    }
  }
  const title = main?.querySelector<HTMLElement>('h1');
  if (title) focusHeading(title);
  else main?.focus({ preventScroll: true });
}

function isControl(element: Element): element is HTMLElement {
  return element instanceof HTMLElement && element.matches(controls) && !isWaiting(element);
}

/** The heading of a region, unless it follows the place where the control was and so belongs to something else. */
function headingOf(region: Element, place: Element | undefined): HTMLElement | null {
  if (region.matches('tr')) return region.querySelector<HTMLElement>('th[scope="row"]');
  if (!region.matches(regions)) return null;
  const heading = region.querySelector<HTMLElement>('h1, h2, h3, h4, legend');
  const isBefore =
    heading && (place === region || place?.contains(heading) || place?.compareDocumentPosition(heading) === before);
  return isBefore ? heading : null;
}

const before = Node.DOCUMENT_POSITION_PRECEDING;
