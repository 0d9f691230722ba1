import type { UseAutocompleteReturnValue } from '@mui/material/useAutocomplete';
import type { HTMLAttributes, Key, LiHTMLAttributes, ReactNode } from 'react';
import './foundOptions.css';

interface FoundOptionsProps<Option> {
  /** The result of `useAutocomplete` for the field above. */
  field: {
    popupOpen: boolean;
    groupedOptions: UseAutocompleteReturnValue<Option>['groupedOptions'];
    getListboxProps: () => HTMLAttributes<HTMLUListElement>;
    getOptionProps: UseAutocompleteReturnValue<Option>['getOptionProps'];
  };
  /** The text of an option. */
  line: (option: Option) => ReactNode;
  /** Its indentation in pixels, by its level in the tree. */
  indentOf?: (option: Option) => number;
  /** A note below the options: that there are more, or none. */
  more?: string | undefined;
}

/** The list below a search field: the options that match the input. */
export function FoundOptions<Option extends { id: string }>({
  field: { popupOpen, groupedOptions, getListboxProps, getOptionProps },
  line,
  indentOf,
  more,
}: FoundOptionsProps<Option>) {
  const options = groupedOptions as Option[];
  if (!popupOpen || (options.length === 0 && !more)) return null;
  return (
    <div className="found-options">
      <ul {...getListboxProps()}>
        {options.map((option, index) => {
          const { key, ...props } = getOptionProps({ option, index }) as LiHTMLAttributes<HTMLLIElement> & {
            key?: Key;
          };
          return (
            <li key={option.id || key} {...props} style={indentOf && { paddingInlineStart: 12 + indentOf(option) }}>
              {line(option)}
            </li>
          );
        })}
      </ul>
      {more && <p className="found-options__more">{more}</p>}
    </div>
  );
}
