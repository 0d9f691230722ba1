import { useEffect, useRef, useState } from 'react';
import { Icon } from '../signs/Icon.tsx';
import './lists.css';

const pauseMilliseconds = 300;

interface SearchFieldProps {
  label: string;
  /** The present search text. */
  value: string;
  /** Called with the trimmed text when typing pauses. */
  onSearch: (text: string) => void;
  className?: string;
}

/** A search field that searches while the person types. */
export function SearchField({ label, value, onSearch, className = '' }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The input keeps a space at its end, which the search text does not have.
  useEffect(() => setText((typed) => (typed.trim() === value ? typed : value)), [value]);
  const change = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(next.trim()), pauseMilliseconds);
  };
  return (
    <search className={`search ${className}`}>
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
