import type { MenuDetail } from '@fournil/contract/menus/menu';
import type { VersionField } from '../../kit/forms/versions.ts';
import { useT } from '../messages.ts';
import { useAdditionsText } from './additionsText.ts';
import { useProgramName } from './ProgramLine.tsx';
import { useSeasonText } from './seasonText.ts';

/** The fields of a menu as text, for what somebody else has changed (API-06). */
export function useMenuFields(): VersionField<MenuDetail>[] {
  const t = useT();
  const seasonText = useSeasonText();
  const additionsText = useAdditionsText();
  const nameOf = useProgramName();
  return [
    { label: t('menus.edit.name'), textOf: ({ name }) => name },
    { label: t('menus.edit.note'), textOf: ({ note }) => note ?? '' },
    { label: t('menus.edit.programs'), textOf: ({ programs }) => programs.map(nameOf).join(', ') },
    { label: t('menus.edit.season'), textOf: ({ season }) => seasonText(season) },
    { label: t('menus.show.additions'), textOf: ({ additions }) => additionsText(additions) },
    {
      label: t('menus.edit.places'),
      textOf: ({ places }) =>
        places
          .map(({ name }) => name)
          .sort()
          .join(', '),
    },
  ];
}
