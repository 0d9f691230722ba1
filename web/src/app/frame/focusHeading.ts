/** Moves the focus to an element that is no control, without scrolling: screen readers read it, and Tab continues there. */
export function focusHeading(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
