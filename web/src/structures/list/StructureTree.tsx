import type { StructureView } from '@fournil/contract/structures/structure';
import { useListContext } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { SelectPage } from '../../kit/bulk/SelectPage.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { DeleteStructures } from '../deletion/DeleteStructures.tsx';
import { useT } from '../messages.ts';
import { TreeNote, TreeRow } from './TreeRow.tsx';
import { useTree } from './useTree.ts';
import { useTreeKeys } from './useTreeKeys.ts';

/** STR-01: the tree as a treegrid, or the search results as a list of one level, each with its path. */
export function StructureTree({ isFlat }: { isFlat: boolean }) {
  const t = useT();
  const may = useMay();
  const navigate = useNavigate();
  const { data, onToggleItem } = useListContext<StructureView>();
  const [going, setGoing] = useState<StructureView | null>(null);
  const tree = useTree(isFlat ? [] : (data ?? []));
  const lines = isFlat ? found(data ?? []) : tree;
  const { table, active, setActive, onKeyDown } = useTreeKeys(
    lines,
    (id) => may('structures.show') && navigate(`/structures/${id}/show`),
    onToggleItem,
  );
  return (
    <>
      <table
        ref={table}
        className="table tree"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a treegrid is a table operated by keys
        role="treegrid"
        aria-label={t('structures.title')}
        aria-multiselectable="true"
        aria-busy={!data}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            <th className="tree__select">
              <SelectPage />
            </th>
            <th scope="col">{t('structures.name')}</th>
            <th scope="col" className="tree__charge">
              {t('structures.inCharge')}
            </th>
            <th scope="col" className="number">
              {t('structures.machines')}
            </th>
            <th scope="col" className="tree__signs">
              {t('structures.states')}
            </th>
            <th className="tree__menu">
              <span className="unseen">{t('structures.menu', { name: '' })}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {!data && <Skeletons />}
          {lines.map((line) =>
            line.kind === 'structure' ? (
              <TreeRow
                key={line.structure.id}
                line={line}
                isFlat={isFlat}
                isActive={line.structure.id === active}
                onFocus={() => setActive(line.structure.id)}
                onDelete={() => setGoing(line.structure)}
              />
            ) : (
              <TreeNote key={`${line.kind}-${line.id}`} line={line} />
            ),
          )}
        </tbody>
      </table>
      {lines.some((line) => line.kind === 'structure' && line.structure.hasChildren) && !isFlat && (
        <p className="tree-keys" aria-hidden="true">
          <span>
            <kbd>→</kbd> {t('structures.openKey')}
          </span>
          <span>
            <kbd>←</kbd> {t('structures.closeKey')}
          </span>
        </p>
      )}
      {going && <DeleteStructures structures={[going]} onClose={() => setGoing(null)} />}
    </>
  );
}

function found(structures: readonly StructureView[]) {
  return structures.map(
    (structure, index) =>
      ({
        kind: 'structure',
        structure,
        level: 1,
        position: index + 1,
        siblings: structures.length,
        isOpen: false,
      }) as const,
  );
}

function Skeletons() {
  return [52, 34, 61, 45, 38, 57].map((width) => (
    <tr key={width}>
      <td colSpan={6}>
        <span className="skeleton" style={{ width: `${width}%` }} />
      </td>
    </tr>
  ));
}
