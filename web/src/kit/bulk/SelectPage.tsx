import { useListContext } from 'ra-core';
import { useEffect, useRef } from 'react';
import { useKitT } from '../messages.ts';

/** The checkbox in the head of a table: all rows of this page are selected, some, or none. */
export function SelectPage() {
  const t = useKitT();
  const box = useRef<HTMLInputElement>(null);
  const { data, selectedIds, onSelect } = useListContext<{ id: string }>();
  const ids = data?.map(({ id }) => id) ?? [];
  const count = ids.filter((id) => selectedIds.includes(id)).length;
  const isAll = ids.length > 0 && count === ids.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isAll;
  }, [count, isAll]);
  const toggle = () => {
    const others = selectedIds.filter((id) => !ids.includes(id));
    onSelect(isAll ? others : [...others, ...ids]);
  };
  return (
    <input
      ref={box}
      type="checkbox"
      className="checkbox"
      checked={isAll}
      aria-label={t('kit.selectPage')}
      onChange={toggle}
    />
  );
}
