import { Combobox } from '@base-ui/react/combobox';
import { type ReactNode, useMemo, useState } from 'react';
import { useKitT } from '../messages.ts';
import { Icon } from '../signs/Icon.tsx';
import { FoundOptions } from './FoundOptions.tsx';
import { keepOnEscape } from './keepOnEscape.ts';
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
  return (
    <Combobox.Root
      items={options}
      // The options have already been filtered by their source.
      filter={null}
      value={chosen}
      onValueChange={(next) => {
        setPicked(next);
        onText('');
        onChange(next?.id ?? null);
      }}
      open={isOpen}
      onOpenChange={setOpen}
      inputValue={isOpen ? text : (chosen?.label ?? '')}
      onInputValueChange={(next, { reason }) => reason === 'input-change' && onText(next)}
      itemToStringLabel={(option) => option.label}
      isItemEqualToValue={(one, other) => one.id === other.id}
    >
      <div className="pick">
        <Combobox.Input
          {...aria}
          id={id}
          className="control"
          placeholder={isOpen && chosen ? chosen.label : placeholder}
          title={isOpen ? undefined : chosen?.label}
          maxLength={100}
          onKeyDown={keepOnEscape}
          onBlur={() => {
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
          options={options}
          line={(option) => option.line ?? option.label}
          indentOf={(option) => option.indentPixels ?? 0}
          more={more}
        />
      </div>
    </Combobox.Root>
  );
}
