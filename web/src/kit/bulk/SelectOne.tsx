import { useListContext } from 'ra-core';
import './bulk.css';

/** The checkbox before a row or a card; its label has the full height, as a target for touch. */
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
