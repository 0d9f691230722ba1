/**
 * Where things are in the window. Each function is sent to the page whole, so it uses nothing from outside, and answers
 * with what is wrong, in words.
 */

/** The buttons at the end of a form. */
export const feet = '.form-foot, .update-form__foot, .update__edit-foot, .wizard__go';

/** What is cut off at the right edge of the window, or of a frame in which it would have to be scrolled to. */
export function cutOff(): string[] {
  const root = document.documentElement;
  const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.unseen');
  const frameOf = (one: Element) => {
    let frame = one.parentElement;
    while (frame && getComputedStyle(frame).overflowX === 'visible') frame = frame.parentElement;
    return frame ?? root;
  };
  const isBeyond = (one: Element) =>
    one.getBoundingClientRect().right > Math.min(innerWidth, frameOf(one).getBoundingClientRect().right) + 1;
  // Wider than a window by design: the phases of a program, the matrix of rights, the actions on a selection.
  const isScrolled = (one: Element) => {
    const wide = one.closest('.phases__scroller, .bulk-bar__actions, table:has([data-upright])');
    const frame = wide?.tagName === 'TABLE' ? frameOf(wide) : wide;
    return !!frame && /auto|scroll/.test(getComputedStyle(frame).overflowX);
  };
  const looked = document.querySelectorAll('table tr > :last-child, a, button, input, select, textarea, summary');
  const beyond = [...looked].filter((one) => isShown(one) && !isScrolled(one) && isBeyond(one));
  return [
    ...(root.scrollWidth > innerWidth ? [`the page is ${root.scrollWidth} px wide`] : []),
    ...beyond.map((one) => `cut off: ${(one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 60)}`),
  ];
}

/** Heads of lists that break into two lines, and what preheating ovens do that ends in an ellipsis. */
export function cramped(): string[] {
  const oneLinePixels = 60;
  const heads = [...document.querySelectorAll('.page__head:has(.search)')];
  const texts = [...document.querySelectorAll('.machine-table .now:has(.now__left:empty) .now__name')];
  return [
    ...heads.filter((one) => one.clientHeight > oneLinePixels).map(() => 'the head has two lines'),
    ...texts.filter((one) => one.scrollWidth > one.clientWidth).map((one) => `cut text: ${one.textContent}`),
  ];
}

/**
 * The buttons and fields that open something, with their places among all that the selector finds; of many alike in the
 * rows of a table or list, only the first and the last one.
 */
export function toOpen(selector: string): { index: number; name: string }[] {
  const all = [...document.querySelectorAll(selector)];
  const rowsOf = (one: Element | undefined) => one?.closest('tbody, ul, ol');
  const isAlike = (one: Element, other: Element | undefined) =>
    !!rowsOf(one) && rowsOf(one) === rowsOf(other) && one.className === other?.className;
  return all.flatMap((one, index) => {
    const isBetween = isAlike(one, all[index - 1]) && isAlike(one, all[index + 1]);
    const name = one.getAttribute('aria-label') ?? (one.textContent.trim() || one.id);
    return isBetween || !one.checkVisibility() ? [] : [{ index, name }];
  });
}

/** What is wrong with the place of an open menu, list of options or dialog: not whole in the window, or below something. */
export function misplaced(opened: Element): string[] {
  // A list of options may have a line below it.
  const box = opened.closest('.found-options') ?? opened;
  const { left, right, top, bottom } = box.getBoundingClientRect();
  const isOutside = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  const sides = [left, right, top, bottom].map(Math.round).join(', ');
  // Within the rounded corners.
  const inset = 4;
  const corners = [left + inset, right - inset].flatMap((x) => [top + inset, bottom - inset].map((y) => ({ x, y })));
  const entries = [...box.querySelectorAll('[role^=menuitem], [role=option], button')]
    .map((entry) => entry.getBoundingClientRect())
    .map((entry) => ({ x: entry.left + entry.width / 2, y: entry.top + entry.height / 2 }))
    // The others are scrolled to.
    .filter(({ y }) => y > top && y < bottom);
  const above = [...corners, ...entries]
    .map(({ x, y }) => document.elementFromPoint(x, y))
    .filter((found) => found && !box.contains(found))
    .map((found) => `below ${found?.tagName} ${found?.className}`);
  return [...(isOutside ? [`outside the window: left, right, top, bottom ${sides} px`] : []), ...new Set(above)];
}

/** The controls of the top bar, of the page's head and of a form's foot that notices cover. */
export function coveredByNotices(footSelector: string): string[] {
  const notices = [...document.querySelectorAll('.notice')].map((one) => one.getBoundingClientRect());
  if (notices.length === 0) return ['there is no notice'];
  const head = document.querySelector('main h1')?.closest('[class*=head], header');
  const inReach = [...document.querySelectorAll(`.top-bar, .bulk-bar, ${footSelector}`), ...(head ? [head] : [])];
  return inReach
    .flatMap((part) => [...part.querySelectorAll('a, button, input, select')])
    .filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const isOver = (notice: DOMRect) =>
        right > notice.left && left < notice.right && bottom > notice.top && top < notice.bottom;
      return notices.some(isOver);
    })
    .map((one) => `below a notice: ${(one.getAttribute('aria-label') ?? one.textContent).trim()}`);
}
