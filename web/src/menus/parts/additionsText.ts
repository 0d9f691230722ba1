import { useT } from '../messages.ts';

/** How many programs a shop may add, in words. */
export function useAdditionsText(): (additions: number | null) => string {
  const t = useT();
  return (additions) =>
    additions === null
      ? t('menus.additions.any')
      : additions === 0
        ? t('menus.additions.none')
        : t('menus.additions.some', { smart_count: additions });
}
