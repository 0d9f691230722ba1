import { MoreMenu } from '../../kit/MoreMenu.tsx';
import { useEditor } from '../editor.ts';
import type { Edit, Place } from '../edits/edits.ts';
import { useT } from '../messages.ts';
import { useEntryWords } from '../useEntryWords.ts';

/** Further actions on an entry. */
export function RowMenu({ at }: { at: Place }) {
  const t = useT();
  const { settings, unit, dispatch } = useEditor();
  const words = useEntryWords(settings, unit);
  const { group, index } = at;
  const isHeat = group === 'heat';
  const entry = (word: 'addAfter' | 'split' | 'earlier' | 'later' | 'remove', edit: Edit) => ({
    label: t(`phases.menu.${word}`),
    act: () => dispatch({ do: 'apply', edit }),
  });
  return (
    <MoreMenu
      isBare
      className="phases__more"
      label={t('phases.menu.label', { entry: words.name(at) })}
      entries={[
        entry('addAfter', { do: 'insert', after: at }),
        isHeat && entry('split', { do: 'split', index }),
        isHeat && index > 0 && entry('earlier', { do: 'reorder', index, by: -1 }),
        isHeat && index < settings.heat.length - 1 && entry('later', { do: 'reorder', index, by: 1 }),
        (!isHeat || settings.heat.length > 1) && entry('remove', { do: 'remove', at }),
      ]}
    />
  );
}
