import type { StructureView } from '@fournil/contract/structures/structure';
import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'ra-core';
import { useState } from 'react';
import { members } from '../kit/api.ts';
import { BulkBar } from '../kit/bulk/BulkBar.tsx';
import { useKitT } from '../kit/messages.ts';
import { useMay } from '../kit/profile.ts';
import { Icon } from '../kit/signs/Icon.tsx';
import { DeleteStructures } from './DeleteStructures.tsx';
import { useT } from './messages.ts';

/** What can be done with the selected structures, of whatever level. */
export function StructureBulkBar({ total }: { total: number }) {
  const t = useT();
  const kitT = useKitT();
  const may = useMay();
  const { selectedIds, onSelect, onUnselectItems } = useListContext<StructureView>();
  const [isDeleting, setDeleting] = useState(false);
  // Selected ones may stand in branches or on pages that are not shown.
  const { data: selected } = useQuery({
    queryKey: ['structures', 'selected', selectedIds],
    queryFn: async ({ signal }) =>
      (await members<StructureView>('/structures', { id: selectedIds, page: 1, itemsPerPage: selectedIds.length }, signal)).data,
    enabled: isDeleting,
  });
  if (selectedIds.length === 0) return null;
  const count = selectedIds.length;
  return (
    <BulkBar
      label={t('structures.select.label')}
      selected={{ selection: { ids: selectedIds }, count, total, isAll: true, selectAll: () => undefined, clear: () => onUnselectItems() }}
    >
      <button type="button" disabled={!may('structures.delete')} onClick={() => setDeleting(true)}>
        <Icon name="trash" size={16} />
        {kitT('kit.delete')}
      </button>
      {isDeleting && selected && <DeleteStructures structures={selected} onClose={() => setDeleting(false)} onDeleted={(left) => onSelect(left)} />}
    </BulkBar>
  );
}
