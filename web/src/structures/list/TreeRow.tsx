import type { StructureView } from '@fournil/contract/structures/structure';
import { useListContext } from 'ra-core';
import type { CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import { listLink } from '../../kit/lists/listLink.ts';
import { useMay } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { MachineSigns } from '../MachineSigns.tsx';
import { useT } from '../messages.ts';
import { StructureName } from '../StructureName.tsx';
import { setBranch } from './openBranches.ts';
import { RowMenu } from './RowMenu.tsx';
import type { TreeLine } from './useTree.ts';

interface TreeRowProps {
  line: Extract<TreeLine, { kind: 'structure' }>;
  isFlat: boolean;
  isActive: boolean;
  onFocus: () => void;
  onDelete: () => void;
}

const levelStyle = (level: number) => ({ '--level': level - 1 }) as CSSProperties;

export function TreeRow({ line, isFlat, isActive, onFocus, onDelete }: TreeRowProps) {
  const { structure, level, position, siblings, isOpen } = line;
  const t = useT();
  const { selectedIds, onToggleItem } = useListContext<StructureView>();
  const { id, name, hasChildren, userInCharge } = structure;
  const isSelected = selectedIds.includes(id);
  const opens = hasChildren && !isFlat;
  return (
    <tr
      data-structure={id}
      data-selected={isSelected || undefined}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={opens ? isOpen : undefined}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      onFocus={onFocus}
    >
      <td className="tree__select">
        <input
          type="checkbox"
          className="checkbox"
          checked={isSelected}
          aria-label={t('structures.select.one', { name })}
          onChange={() => onToggleItem(id)}
        />
      </td>
      <th scope="row" className="tree__name">
        <NameCell line={line} isFlat={isFlat} opens={opens} />
      </th>
      <td className="tree__charge">
        {userInCharge ? <span className="clamp">{userInCharge.fullName}</span> : <span className="soft">–</span>}
      </td>
      <td className="number">
        <MachineCount structure={structure} />
      </td>
      <td className="tree__signs">
        <MachineSigns structure={structure} />
      </td>
      <td className="tree__menu">
        <RowMenu structure={structure} onDelete={onDelete} />
      </td>
    </tr>
  );
}

function NameCell({
  line: { structure, level, isOpen },
  isFlat,
  opens,
}: Pick<TreeRowProps, 'line' | 'isFlat'> & { opens: boolean }) {
  const t = useT();
  const { id, name, childCount, path, userInCharge } = structure;
  return (
    <span className="tree__indent" style={levelStyle(level)}>
      {opens && (
        <button
          type="button"
          className="tree__toggle"
          tabIndex={-1}
          aria-label={t(isOpen ? 'structures.close' : 'structures.open', { name })}
          onClick={() => setBranch(id, !isOpen)}
        >
          <Icon name={isOpen ? 'chevronDown' : 'right'} size={16} />
        </button>
      )}
      {!opens && !isFlat && <span className="tree__leaf" />}
      <span className="tree__text">
        <span>
          <StructureName
            id={id}
            name={name}
            className={level === 1 && !isFlat ? 'tree__link tree__link--top' : 'tree__link'}
          />
          {opens && <small className="soft">{t('structures.children', { smart_count: childCount })}</small>}
        </span>
        {isFlat && <small className="soft clamp">{path.slice(0, -1).join(' / ') || t('structures.top')}</small>}
        {userInCharge && (
          <small className="soft tree__charge-below clamp">
            {t('structures.show.inChargeOf', { name: userInCharge.fullName })}
          </small>
        )}
      </span>
    </span>
  );
}

function MachineCount({ structure: { id, name, nbMachine } }: { structure: StructureView }) {
  const t = useT();
  const may = useMay();
  if (nbMachine === 0 || !may('machines.list')) return nbMachine;
  return (
    <Link
      className="link"
      to={listLink('machines', { structure: id })}
      aria-label={`${nbMachine}, ${t('structures.see', { name })}`}
    >
      {nbMachine}
    </Link>
  );
}

/** Shown in place of rows that are loading, or of those beyond the limit. */
export function TreeNote({ line }: { line: Exclude<TreeLine, { kind: 'structure' }> }) {
  const t = useT();
  return (
    <tr aria-level={line.level}>
      <td className="tree__select" />
      <td colSpan={5}>
        <span className="tree__indent soft" style={levelStyle(line.level)} role="status">
          <span className="tree__leaf" />
          {line.kind === 'loading'
            ? t('structures.loading', { name: line.name })
            : t('structures.moreInBranch', { smart_count: line.count })}
        </span>
      </td>
    </tr>
  );
}
