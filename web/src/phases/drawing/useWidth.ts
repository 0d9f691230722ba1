import { useLayoutEffect, useRef, useState } from 'react';
import { usualPixels } from '../../kit/rem.ts';

/** The width of an element in pixels of the usual text size, updated when it changes. */
export function useWidth<Element extends HTMLElement>(first: number) {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(first);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(usualPixels(element.clientWidth) || first);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [first]);
  return [ref, width] as const;
}
