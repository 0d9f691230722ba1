import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

interface PageOptions {
  /** Shown without the frame: to everybody, or between the password and the second step (AUT-04). */
  outside?: 'everybody' | 'secondStep';
  /** Scrolled to where it was left, when it is opened again. */
  restoresScroll?: true;
}

export interface Page extends LazyExoticComponent<ComponentType>, PageOptions {
  load: () => Promise<unknown>;
}

/** The pages of a feature by the paths of their routes, in which `{product}` is the short name of the product. */
export type Pages = Record<string, Page>;

/** A page in a file of its own, loaded when it is opened, or sooner by `load`. */
export function page<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  options: PageOptions = {},
): Page {
  return Object.assign(
    lazy<ComponentType>(async () => ({ default: (await load())[name] })),
    { load, ...options },
  );
}
