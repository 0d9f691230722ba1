import { product } from '@fournil/contract/product';

/** `images/{product}`: depends on the product's name, which is set at the start. */
export function libraryPath(): string {
  return `/images/${product.slug}`;
}
