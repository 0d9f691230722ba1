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
  const searched = useRef(value);
  // A search text that was changed elsewhere replaces what was typed. Its own may lack a space at the end of the input.
  useEffect(() => {
    if (value === searched.current) return;
    searched.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      searched.current = next.trim();
      onSearch(searched.current);
    }, pauseMilliseconds);
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
