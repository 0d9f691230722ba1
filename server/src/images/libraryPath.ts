import { product } from '@fournil/contract/product';

/** `images/{product}`: known only once the product has its name. */
export function libraryPath(): string {
  return `/images/${product.slug}`;
}
