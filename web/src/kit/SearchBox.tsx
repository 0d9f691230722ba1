import { useListContext } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { Icon } from './signs/Icon.tsx';
import './lists.css';

const pauseMilliseconds = 300;

/** The free-text filter `q` of a list; asks when typing pauses. */
export function SearchBox({ label }: { label: string }) {
  const { filterValues, setFilters } = useListContext();
  const wanted: string = filterValues['q'] ?? '';
  const [text, setText] = useState(wanted);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(wanted), [wanted]);
  const change = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const { q: _, ...others } = filterValues;
      setFilters(next.trim() ? { ...others, q: next.trim() } : others);
    }, pauseMilliseconds);
  };
  return (
    <search className="search">
      <Icon name="search" size={16} />
      <input
        className="control"
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={100}
        size={label.length}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
    </search>
  );
}
