import { type KeyboardEvent, useRef, useState } from 'react';
import { setBranch } from './openBranches.ts';
import type { TreeLine } from './useTree.ts';

type StructureLine = Extract<TreeLine, { kind: 'structure' }>;

/**
 * The keys of a treegrid whose rows take the focus: up, down, Home, End; right expands a branch or moves into it, left
 * collapses it or moves out; Enter opens the page, space selects. One row at a time is in the tab order.
 */
export function useTreeKeys(lines: readonly TreeLine[], onOpen: (id: string) => void, onSelect: (id: string) => void) {
  const rows = lines.filter((line): line is StructureLine => line.kind === 'structure');
  const [wanted, setActive] = useState<string | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const active = rows.some(({ structure }) => structure.id === wanted) ? wanted : (rows[0]?.structure.id ?? null);

  const focus = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!row) return;
    setActive(row.structure.id);
    table.current?.querySelector<HTMLElement>(`[data-structure="${row.structure.id}"]`)?.focus();
  };

  const goIn = ({ structure, isOpen, level }: StructureLine, at: number) => {
    if (structure.hasChildren && !isOpen) setBranch(structure.id, true);
    else if (isOpen && rows[at + 1]?.level === level + 1) focus(at + 1);
  };
  const goOut = ({ structure, isOpen, level }: StructureLine, at: number) => {
    if (isOpen) setBranch(structure.id, false);
    else if (level > 1) focus(rows.findLastIndex((one, index) => index < at && one.level < level));
  };
  const steps: Record<string, (at: number) => number> = {
    ArrowUp: (at) => at - 1,
    ArrowDown: (at) => at + 1,
    Home: () => 0,
    End: () => rows.length - 1,
  };
  const acts: Record<string, (row: StructureLine, at: number) => void> = {
    ArrowRight: goIn,
    ArrowLeft: goOut,
    Enter: ({ structure }) => onOpen(structure.id),
    ' ': ({ structure }) => onSelect(structure.id),
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const element = (event.target as HTMLElement).closest<HTMLElement>('[data-structure]');
    const at = rows.findIndex(({ structure }) => structure.id === element?.dataset['structure']);
    const row = rows[at];
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = steps[event.key];
    // Controls in a row keep their own keys, except up and down.
    const act = event.target === element ? acts[event.key] : undefined;
    if (!step && !act) return;
    event.preventDefault();
    if (step) focus(step(at));
    act?.(row, at);
  };
  return { table, active, setActive, onKeyDown };
}
