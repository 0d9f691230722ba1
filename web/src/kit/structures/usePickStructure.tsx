import { structureLimits } from '@fournil/contract/structures/structureLimits';
import { useDeferredValue, useState } from 'react';
import type { PickOption } from '../inputs/PickControl.tsx';
import { useKitT } from '../messages.ts';
import { StructureLine } from './StructureLine.tsx';
import { type StructureChoice, useStructure, useStructureChoices } from './structureChoices.ts';

/** The props of a `PickControl` that chooses a structure (STR-05); each level is indented by 10 px. */
export function usePickStructure(value: string | null, notUnder?: string) {
  const t = useKitT();
  const [text, setText] = useState('');
  const q = useDeferredValue(text).trim();
  const { choices, others } = useStructureChoices(q, { notUnder });
  const known = useStructure(value);
  return {
    text,
    onText: setText,
    options: choices?.map((structure) => optionOf(structure, q !== '')) ?? [],
    known: value ? { id: value, label: known ? labelOf(known) : '…' } : null,
    more:
      choices?.length === 0
        ? t('kit.structure.none')
        : others > 0
          ? t('kit.moreMatches', { count: others })
          : undefined,
  };
}

function labelOf({ path }: StructureChoice): string {
  return path.join(' / ');
}

function optionOf(structure: StructureChoice, isFound: boolean): PickOption {
  return {
    id: structure.id,
    label: labelOf(structure),
    line: <StructureLine structure={structure} isFound={isFound} />,
    indentPixels: isFound ? 0 : structure.depth * structureLimits.pickIndentPixels,
  };
}
