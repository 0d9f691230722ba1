import { product } from '@fournil/contract/product';
import { useEffect } from 'react';

/** The browser's title: this page, then the product; null leaves it to another component. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return;
    document.title = title ? `${title} · ${product.name}` : product.name;
  }, [title]);
}
