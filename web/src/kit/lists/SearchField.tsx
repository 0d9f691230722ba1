import { useEffect, useRef, useState } from 'react';
import { Icon } from '../signs/Icon.tsx';
import './lists.css';

const pauseMilliseconds = 300;

interface SearchFieldProps {
  label: string;
  /** What is searched for. */
  value: string;
  /** Without the spaces around it, once typing pauses. */
  onSearch: (text: string) => void;
  className?: string;
}

/** What is typed to search by. */
export function SearchField({ label, value, onSearch, className = '' }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A space at the end is part of what is being typed, not of what is searched for.
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
