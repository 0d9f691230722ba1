import { product } from '@fournil/contract/product';
import { useEffect } from 'react';

/** The browser's title: this page, then the product. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${product.name}` : product.name;
  }, [title]);
}
