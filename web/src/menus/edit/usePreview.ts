import { type MenuPreview, menuPreviewInput } from '@fournil/contract/menus/menu';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { call, keepPreviousData, readingBy, useRead } from '../../data/index.ts';
import { type MenuValues, sentSeason } from './menuForm.ts';
import { useSettled } from './useSettled.ts';

const pauseMilliseconds = 400;

/** What is shown of it: one machine, at one date. */
export interface Shown {
  machine: string | null;
  date: string | null;
}

/** What would change if the form were saved: read when typing pauses; until then the former answer. */
export function usePreview(menuId: string | null) {
  const [chosen, setShown] = useState<Partial<Shown>>({});
  const [category, programs, season, additions, places] = useWatch<
    MenuValues,
    ['category', 'programs', 'season', 'additions', 'places']
  >({ name: ['category', 'programs', 'season', 'additions', 'places'] });
  // Of a seasonal menu its first day, until another one is chosen.
  const shown: Shown = { machine: null, date: season?.from || null, ...chosen };
  const asked = useSettled(
    { menu: menuId, category, programs, season: sentSeason(season), additions, places, ...shown },
    pauseMilliseconds,
  );
  const isValid = menuPreviewInput.safeParse(asked).success;
  const { data, error, isFetching } = useRead(
    readingBy<MenuPreview>({
      about: 'menus',
      by: ['preview', asked],
      ask: (signal) => call('/menus/preview', { method: 'POST', body: asked, signal }),
      placeholderData: keepPreviousData,
      enabled: isValid && (asked.programs.length > 0 || menuId !== null),
    }),
  );
  return { preview: data, isFailed: error !== null && !data, isFetching, shown, setShown };
}
