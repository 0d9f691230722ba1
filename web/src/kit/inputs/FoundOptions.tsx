import { Combobox } from '@base-ui/react/combobox';
import type { ReactNode } from 'react';
import './foundOptions.css';

interface FoundOptionsProps<Option> {
  /** The options that match the input. */
  options: readonly Option[];
  /** The text of an option. */
  line: (option: Option) => ReactNode;
  /** Its indentation in pixels, by its level in the tree. */
  indentOf?: (option: Option) => number;
  /** A note below the options: that there are more, or none. */
  more?: string | undefined;
}

/** The list below a search field, within its `Combobox.Root`. */
export function FoundOptions<Option extends { id: string }>({
  options,
  line,
  indentOf,
  more,
}: FoundOptionsProps<Option>) {
  if (options.length === 0 && !more) return null;
  return (
    <Combobox.Portal>
      <Combobox.Positioner className="found-options-place" align="start" sideOffset={4}>
        <Combobox.Popup className="found-options">
          <Combobox.List render={<ul />}>
            {options.map((option) => (
              <Combobox.Item
                key={option.id}
                value={option}
                render={<li />}
                style={indentOf && { paddingInlineStart: 12 + indentOf(option) }}
              >
                {line(option)}
              </Combobox.Item>
            ))}
          </Combobox.List>
          {more && <p className="found-options__more">{more}</p>}
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
