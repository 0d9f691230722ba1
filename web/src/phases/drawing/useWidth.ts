import { useLayoutEffect, useRef, useState } from 'react';

/** The width of an element in pixels, updated when it changes. */
export function useWidth<Element extends HTMLElement>(first: number) {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState(first);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidth(element.clientWidth || first);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth || first));
    observer.observe(element);
    return () => observer.disconnect();
  }, [first]);
  return [ref, width] as const;
}
