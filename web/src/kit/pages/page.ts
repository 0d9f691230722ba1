import { type ComponentType, lazy } from 'react';

/** A page in a file of its own, loaded when it is opened, or sooner by `load`. */
export function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return Object.assign(
    lazy(async () => ({ default: (await load())[name] })),
    { load },
  );
}

/** Starts loading the code, if this component is such a page. */
export function loadPage(component: unknown): void {
  if (!isPage(component)) return;
  // A failure is reported when the page is shown.
  component.load().catch(() => undefined);
}

function isPage(component: unknown): component is { load: () => Promise<unknown> } {
  return typeof component === 'object' && component !== null && 'load' in component;
}
