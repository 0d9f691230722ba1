import type { MachineCategoryCode } from '@fournil/contract/machines/catalogue';
import type { MenuPlace } from '@fournil/contract/menus/holding';
import type { MenuDetail } from '@fournil/contract/menus/menu';
import type { Season } from '@fournil/contract/menus/season';
import { movedTo } from '../../kit/order/movedTo.ts';

/** What the editor edits. */
export interface MenuValues {
  name: string;
  note: string | null;
  category: MachineCategoryCode | null;
  /** Ids in their order. */
  programs: string[];
  season: Season | null;
  /** Null for any number; empty while a number is still to be entered. */
  additions: number | null | '';
  places: MenuPlace[];
  approved: boolean;
  /** MNU-03: saved as a draft although it would be approved at once. */
  draft: boolean;
}

export const emptyMenu: MenuValues = {
  name: '',
  note: null,
  category: null,
  programs: [],
  season: null,
  additions: null,
  places: [],
  approved: true,
  draft: false,
};

export function valuesOf({
  name,
  note,
  category,
  programs,
  season,
  additions,
  places,
  approved,
}: MenuDetail): MenuValues {
  return {
    name,
    note,
    category,
    programs: programs.map(({ id }) => id),
    season: season && { from: season.from, until: season.until, everyYear: season.everyYear },
    additions,
    places: places.map(({ kind, id }) => ({ kind, id })),
    approved,
    draft: false,
  };
}

/** A season as it is sent: a date that is still to be chosen is missing. */
export function sentSeason(season: Season | null | undefined) {
  return season ? { ...season, from: season.from || undefined, until: season.until || undefined } : null;
}

/** The fields of a PUT; the category cannot change. */
export function updateOf({ name, note, programs, season, additions, places, approved, draft }: Partial<MenuValues>) {
  const content = { name, note: note || null, programs, season: sentSeason(season), additions, places, approved };
  return draft ? { ...content, draft } : content;
}

/** The fields of a POST. */
export function inputOf(values: Partial<MenuValues>, mayApprove: boolean) {
  return { ...updateOf(values), category: values.category, approved: mayApprove && values.approved === true };
}

/** The programs with one of them at another position, from 1. */
export function reordered(programs: readonly string[], id: string, position: number): string[] {
  const entries = programs.map((one, index) => ({ id: one, position: index + 1 }));
  return movedTo(entries, id, position).map((entry) => entry.id);
}
