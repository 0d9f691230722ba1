import type { TagView } from '@fournil/contract/tags/tag';
import { useListContext } from 'ra-core';
import { useState } from 'react';
import { BulkBar } from '../kit/bulk/BulkBar.tsx';
import { useSelected } from '../kit/bulk/useSelected.ts';
import { useKitT } from '../kit/messages.ts';
import { useMay } from '../kit/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { DeleteTags } from './DeleteTags.tsx';
import { useT } from './messages.ts';

/** What can be done with the selected tags. */
export function TagBulkBar() {
  const t = useT();
  const kitT = useKitT();
  const may = useMay();
  const { total = 0, selectedIds, onSelect, onUnselectItems } = useListContext<TagView>();
  const { selected } = useSelected<TagView>();
  const [isDeleting, setDeleting] = useState(false);
  if (selectedIds.length === 0) return null;
  return (
    <BulkBar
      label={t('tags.select.label')}
      selected={{
        selection: { ids: selectedIds },
        count: selectedIds.length,
        total,
        isAll: true,
        selectAll: () => undefined,
        clear: () => onUnselectItems(),
      }}
    >
      <button type="button" disabled={!may('tags.delete') || selected.length === 0} onClick={() => setDeleting(true)}>
        <Icon name="trash" size={16} />
        {kitT('kit.delete')}
      </button>
      {isDeleting && <DeleteTags tags={selected} onClose={() => setDeleting(false)} onDeleted={(left) => onSelect(left)} />}
    </BulkBar>
  );
}
