import useAutocomplete from '@mui/material/useAutocomplete';
import { type ReactNode, useMemo, useState } from 'react';
import { useKitT } from '../messages.ts';
import { Icon } from '../signs/Icon.tsx';
import { FoundOptions } from './FoundOptions.tsx';
import './pick.css';

export interface PickOption {
  id: string;
  /** The text in the field when it is chosen. */
  label: string;
  /** The text in the list, when it differs. */
  line?: ReactNode;
  indentPixels?: number;
}

export interface PickControlProps {
  id: string;
  label: string;
  placeholder: string;
  /** The options that match the input. */
  options: readonly PickOption[];
  /** The option that is chosen at first, which may be missing among the options. */
  known: PickOption | null;
  text: string;
  onText: (text: string) => void;
  /** A note below the options: that there are more, or none. */
  more?: string | undefined;
}

interface Props extends PickControlProps {
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: (() => void) | undefined;
  /** The state of the form's field. */
  aria: React.AriaAttributes;
}

/** A field that chooses one record by searching; an empty field means none. */
export function PickControl({
  id,
  label,
  placeholder,
  options,
  known,
  text,
  onText,
  more,
  value,
  onChange,
  onBlur,
  aria,
}: Props) {
  const t = useKitT();
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState(known);
  const chosen = useMemo(
    () => options.find((option) => option.id === value) ?? [picked, known].find((one) => one?.id === value) ?? null,
    [options, picked, known, value],
  );
  const field = useAutocomplete<PickOption>({
    id,
    options,
    value: chosen,
    open: isOpen,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    inputValue: isOpen ? text : (chosen?.label ?? ''),
    getOptionLabel: (option) => option.label,
    isOptionEqualToValue: (one, other) => one.id === other.id,
    // The options have already been filtered by their source.
    filterOptions: (all) => all,
    onInputChange: (_, next, reason) => reason === 'input' && onText(next),
    onChange: (_, next) => {
      setPicked(next);
      onText('');
      onChange(next?.id ?? null);
    },
  });
  return (
    <div {...field.getRootProps()} ref={field.setAnchorEl} className="pick">
      <input
        {...field.getInputProps()}
        {...aria}
        className="control"
        placeholder={isOpen && chosen ? chosen.label : placeholder}
        title={isOpen ? undefined : chosen?.label}
        maxLength={100}
        onBlur={(event) => {
          field.getInputProps().onBlur?.(event);
          onText('');
          onBlur?.();
        }}
      />
      {value !== null && (
        <button
          type="button"
          className="pick__clear"
          aria-label={`${t('kit.clear')} (${label})`}
          onClick={() => onChange(null)}
        >
          <Icon name="close" size={14} />
        </button>
      )}
      <FoundOptions
        field={field}
        line={(option) => option.line ?? option.label}
        indentOf={(option) => option.indentPixels ?? 0}
        more={more}
      />
    </div>
  );
}
