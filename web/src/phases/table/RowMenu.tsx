import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useEditor } from '../editor.ts';
import type { Edit, Place } from '../edits/edits.ts';
import { useT } from '../messages.ts';
import { useEntryWords } from '../useEntryWords.ts';

/** What else can be done with an entry. */
export function RowMenu({ at }: { at: Place }) {
  const t = useT();
  const { settings, unit, dispatch } = useEditor();
  const words = useEntryWords(settings, unit);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const act = (edit: Edit) => {
    setAnchor(null);
    dispatch({ do: 'apply', edit });
  };
  const { group, index } = at;
  const heatOnly = group === 'heat';
  return (
    <>
      <button
        type="button"
        className="phases__more"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('phases.menu.label', { entry: words.name(at) })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="more" size={16} />
      </button>
      {anchor && (
        <Menu anchorEl={anchor} open onClose={() => setAnchor(null)}>
          <MenuItem onClick={() => act({ do: 'insert', after: at })}>{t('phases.menu.addAfter')}</MenuItem>
          {heatOnly && <MenuItem onClick={() => act({ do: 'split', index })}>{t('phases.menu.split')}</MenuItem>}
          {heatOnly && index > 0 && (
            <MenuItem onClick={() => act({ do: 'reorder', index, by: -1 })}>{t('phases.menu.earlier')}</MenuItem>
          )}
          {heatOnly && index < settings.heat.length - 1 && (
            <MenuItem onClick={() => act({ do: 'reorder', index, by: 1 })}>{t('phases.menu.later')}</MenuItem>
          )}
          {(!heatOnly || settings.heat.length > 1) && (
            <MenuItem onClick={() => act({ do: 'remove', at })}>{t('phases.menu.remove')}</MenuItem>
          )}
        </Menu>
      )}
    </>
  );
}
