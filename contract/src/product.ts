/**
 * The maker's brand, a setting of the running product: PRODUCT_SLUG appears in roles and paths, PRODUCT_NAME on the
 * screens.
 */
export const product = { slug: 'fournil', name: 'Fournil' };

/** Called once at the start, by the server with its environment and by the page with what the server wrote into it. */
export function setProduct(slug: string, name: string): void {
  product.slug = slug;
  product.name = name;
}
