import useAutocomplete from '@mui/material/useAutocomplete';
import { useInput } from 'ra-core';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useKitT } from '../messages.ts';
import { Icon } from '../signs/Icon.tsx';
import { FieldFrame } from './FieldFrame.tsx';
import './pick.css';

export interface PickOption {
  id: string;
  /** What the field says when it is chosen. */
  label: string;
  /** What the list says, where that is more or less. */
  line?: ReactNode;
  indentPixels?: number;
}

interface PickInputProps {
  source: string;
  label: string;
  hint?: string;
  placeholder: string;
  isRequired?: boolean;
  /** Those that fit what was typed. */
  options: readonly PickOption[];
  /** The one that is chosen at first, which need not be among the options. */
  known: PickOption | null;
  text: string;
  onText: (text: string) => void;
  /** Under the options: that there are more. */
  more?: string | undefined;
}

/** One of many, searched by typing; an empty field is none. */
export function PickInput({ source, label, hint, placeholder, isRequired = false, options, known, text, onText, more }: PickInputProps) {
  const t = useKitT();
  const id = useId();
  const { field, fieldState } = useInput<Record<string, string | null>>({ source });
  const [isOpen, setOpen] = useState(false);
  const value: string | null = field.value || null;
  const [picked, setPicked] = useState(known);
  const chosen = useMemo(
    () => options.find((option) => option.id === value) ?? [picked, known].find((one) => one?.id === value) ?? null,
    [options, picked, known, value],
  );
  const { getRootProps, getInputProps, getListboxProps, getOptionProps, groupedOptions, popupOpen, setAnchorEl } = useAutocomplete<PickOption>({
    id,
    options,
    value: chosen,
    open: isOpen,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    inputValue: isOpen ? text : (chosen?.label ?? ''),
    getOptionLabel: (option) => option.label,
    isOptionEqualToValue: (one, other) => one.id === other.id,
    // What fits was worked out where the options come from.
    filterOptions: (all) => all,
    onInputChange: (_, next, reason) => reason === 'input' && onText(next),
    onChange: (_, next) => {
      setPicked(next);
      onText('');
      field.onChange(next?.id ?? null);
    },
  });
  return (
    <FieldFrame id={id} label={label} hint={hint} error={fieldState.error?.message} isRequired={isRequired}>
      <div {...getRootProps()} ref={setAnchorEl} className="pick">
        <input
          {...getInputProps()}
          className="control"
          placeholder={isOpen && chosen ? chosen.label : placeholder}
          aria-invalid={fieldState.invalid}
          aria-describedby={`${id}-foot`}
          aria-required={isRequired}
          maxLength={100}
          onBlur={(event) => {
            getInputProps().onBlur?.(event);
            onText('');
            field.onBlur();
          }}
        />
        {value !== null && (
          <button type="button" className="pick__clear" aria-label={`${t('kit.clear')} (${label})`} onClick={() => field.onChange(null)}>
            <Icon name="close" size={14} />
          </button>
        )}
        {popupOpen && groupedOptions.length > 0 && (
          <div className="pick__popup">
            <ul {...getListboxProps()} className="pick__options">
              {(groupedOptions as PickOption[]).map((option, index) => {
                const { key: _, ...props } = getOptionProps({ option, index }) as React.LiHTMLAttributes<HTMLLIElement> & { key?: React.Key };
                return (
                  <li key={option.id} {...props} style={{ paddingInlineStart: 12 + (option.indentPixels ?? 0) }}>
                    {option.line ?? option.label}
                  </li>
                );
              })}
            </ul>
            {more && <p className="pick__more">{more}</p>}
          </div>
        )}
      </div>
    </FieldFrame>
  );
}
