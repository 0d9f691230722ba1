import { useListContext } from 'ra-core';
import './bulk.css';

/** The box before a row or a card; its label takes the whole height, so that a thumb finds it. */
export function SelectOne({ id, label }: { id: string; label: string }) {
  const { selectedIds, onToggleItem } = useListContext<{ id: string }>();
  return (
    <label className="select-one">
      <input
        type="checkbox"
        className="checkbox"
        checked={selectedIds.includes(id)}
        aria-label={label}
        onChange={() => onToggleItem(id)}
      />
    </label>
  );
}
