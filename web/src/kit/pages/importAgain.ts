let furtherImports = 0;

/**
 * Imports a file again whose import failed with `error`. Chromium keeps the failure of a module for as long as the page
 * is open, by its address with the fragment: another fragment loads it again. Other browsers do not say the address.
 */
export function importAgain<Module>(error: unknown, load: () => Promise<Module>): Promise<Module> {
  const address = /https?:\S+/.exec(String(error))?.[0];
  if (!address) return load();
  furtherImports += 1;
  return import(/* @vite-ignore */ `${address}#${furtherImports}`);
}
