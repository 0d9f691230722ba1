import type { Library, LibraryEntry } from './library.ts';
import { useT } from './messages.ts';

/** "12 programs in 4 organisations", or that nothing uses it. */
export function useUses(library: Library): (entry: LibraryEntry) => string {
  const t = useT();
  return ({ uses, organisations }) =>
    uses === 0
      ? t('images.remove.unused')
      : `${t(`images.${library}.uses`, { smart_count: uses })} ${t('images.organisations', { smart_count: organisations })}`;
}
