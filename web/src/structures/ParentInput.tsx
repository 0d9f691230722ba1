import { type StructureView, structureLimits } from '@fournil/contract/structures/structure';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { members } from '../kit/api.ts';
import { PickInput, type PickOption } from '../kit/inputs/PickInput.tsx';
import { useMay } from '../kit/profile.ts';
import { useT } from './messages.ts';

interface ParentInputProps {
  /** Neither it nor what is below it can be its parent. */
  notUnder?: string;
  known: { id: string; path: readonly string[] } | null;
}

/** STR-02, STR-05: the tree, 500 in one reading, searched on the server; each level 10 px further in. */
export function ParentInput({ notUnder, known }: ParentInputProps) {
  const t = useT();
  const seesAll = useMay()('structures.seeAll');
  const [text, setText] = useState('');
  const q = useDeferredValue(text).trim();
  const { data } = useQuery({
    queryKey: ['structures', 'parents', notUnder, q],
    queryFn: ({ signal }) =>
      members<StructureView>('/structures', { q, notUnder, 'order[path]': 'asc', page: 1, itemsPerPage: structureLimits.pickListSize }, signal),
    placeholderData: keepPreviousData,
  });
  const options = data?.data.map((structure) => optionOf(structure, q !== '')) ?? [];
  const others = (data?.total ?? 0) - options.length;
  return (
    <PickInput
      source="parent"
      label={t('structures.form.parent')}
      {...(seesAll ? { hint: t('structures.form.parentHint') } : {})}
      placeholder={seesAll ? t('structures.top') : t('structures.form.parentSearch')}
      isRequired={!seesAll && !notUnder}
      options={options}
      known={known && { id: known.id, label: known.path.join(' / ') }}
      text={text}
      onText={setText}
      more={others > 0 ? t('structures.form.more', { count: others }) : undefined}
    />
  );
}

function optionOf({ id, name, path, depth }: StructureView, isFound: boolean): PickOption {
  const label = path.join(' / ');
  if (!isFound) return { id, label, line: name, indentPixels: depth * structureLimits.pickIndentPixels };
  const above = path.slice(0, -1).join(' / ');
  return {
    id,
    label,
    line: (
      <>
        {name} {above && <small className="soft">{above}</small>}
      </>
    ),
  };
}
