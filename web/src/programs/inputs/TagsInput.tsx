import { folded, isFoundBy } from '@fournil/contract/kit/search';
import { programLimits } from '@fournil/contract/programs/program';
import type { TagView } from '@fournil/contract/tags/tag';
import useAutocomplete from '@mui/material/useAutocomplete';
import { useInput } from 'ra-core';
import { useId, useMemo, useState } from 'react';
import { useRead } from '../../data/index.ts';
import { FieldFrame } from '../../kit/inputs/FieldFrame.tsx';
import { FoundOptions } from '../../kit/inputs/FoundOptions.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import { NewTagDialog } from './NewTagDialog.tsx';
import { tagsReading } from './tagsReading.ts';
import './tagsInput.css';

type Option = Pick<TagView, 'id' | 'name'> & { isNew?: true };

const none: TagView[] = [];
const noIds: string[] = [];

/** PRG-02, WIZ-02: up to five tags, searched by name; a missing one can be created here. */
export function TagsInput() {
  const t = useT();
  const id = useId();
  const may = useMay();
  const { field, fieldState } = useInput<{ tags: string[] }>({ source: 'tags', defaultValue: [] });
  const known = useRead(tagsReading).data?.data ?? none;
  const [newName, setNewName] = useState<string | null>(null);
  const ids: readonly string[] = field.value ?? noIds;
  const chosen = useMemo(
    () => ids.map((one): Option => known.find((tag) => tag.id === one) ?? { id: one, name: '…' }),
    [ids, known],
  );
  const isFull = ids.length >= programLimits.tags;
  const mayCreate = may('tags.create');

  const search = useTagSearch({
    id,
    known,
    chosen,
    isFull,
    mayCreate,
    onChosen: (next) => field.onChange(next.slice(0, programLimits.tags)),
    onNew: setNewName,
  });

  return (
    <FieldFrame
      id={id}
      label={t('resources.programs.fields.tags')}
      hint={t(isFull ? 'resources.programs.tags.full' : 'resources.programs.tags.hint', { max: programLimits.tags })}
      error={fieldState.error?.message}
      count={ids.length}
      max={programLimits.tags}
      isRequired={false}
    >
      <div {...search.getRootProps()} ref={search.setAnchorEl} className="tags-input">
        <div className="tags-input__row">
          {chosen.map((tag) => (
            <Chip key={tag.id} tag={tag} onRemove={() => field.onChange(ids.filter((one) => one !== tag.id))} />
          ))}
          {/* Hidden, not left out: the search looks for its input when a tag is removed. */}
          <input
            {...search.getInputProps()}
            className="tags-input__text"
            hidden={isFull}
            placeholder={t('resources.programs.tags.placeholder')}
            aria-describedby={`${id}-foot`}
            maxLength={255}
          />
          {mayCreate && !isFull && (
            <button type="button" className="chip chip--add" onClick={() => setNewName(search.text.trim())}>
              <Icon name="plus" size={14} />
              {t('resources.programs.tags.new')}
            </button>
          )}
        </div>
        <FoundOptions
          field={search}
          line={(tag) => (tag.isNew ? t('resources.programs.tags.create', { name: tag.name }) : tag.name)}
        />
      </div>
      {newName !== null && (
        <NewTagDialog
          name={newName}
          onClose={() => setNewName(null)}
          onMade={(tag) => {
            setNewName(null);
            search.clear();
            field.onChange([...ids, tag.id].slice(0, programLimits.tags));
          }}
        />
      )}
    </FieldFrame>
  );
}

interface TagSearch {
  id: string;
  known: TagView[];
  chosen: Option[];
  isFull: boolean;
  mayCreate: boolean;
  onChosen: (ids: string[]) => void;
  /** The name of a tag that does not exist yet. */
  onNew: (name: string) => void;
}

/** The field in which tags are searched, and the list below it. */
function useTagSearch({ id, known, chosen, isFull, mayCreate, onChosen, onNew }: TagSearch) {
  const [text, setText] = useState('');
  const field = useAutocomplete<Option, true>({
    id,
    multiple: true,
    options: known,
    value: chosen,
    inputValue: text,
    filterSelectedOptions: true,
    getOptionLabel: (option) => option.name,
    isOptionEqualToValue: (one, other) => one.id === other.id,
    getOptionDisabled: () => isFull,
    filterOptions: (options) => matching(options, text, mayCreate),
    // Not when the tags are read again, which resets the field: what is being typed stays.
    onInputChange: (_, next, reason) => (reason === 'input' || reason === 'blur') && setText(next),
    onChange: (_, next) => {
      setText('');
      const made = next.find((option) => option.isNew);
      if (made) return onNew(made.name);
      onChosen(next.map((option) => option.id));
    },
  });
  return { ...field, text, clear: () => setText('') };
}

function Chip({ tag, onRemove }: { tag: Option; onRemove: () => void }) {
  const t = useT();
  return (
    <span className="chip">
      <span className="clamp" title={tag.name}>
        {tag.name}
      </span>
      <button
        type="button"
        className="chip__remove"
        aria-label={t('resources.programs.tags.remove', { name: tag.name })}
        onClick={onRemove}
      >
        <Icon name="close" size={12} />
      </button>
    </span>
  );
}

/** The tags that match the input, and the option to create one with this name. */
function matching(options: Option[], text: string, mayCreate: boolean): Option[] {
  const found = options.filter((option) => isFoundBy(option.name, text));
  const wanted = folded(text.trim());
  const isKnown = options.some((option) => folded(option.name) === wanted);
  return mayCreate && wanted && !isKnown ? [...found, { id: '', name: text.trim(), isNew: true }] : found;
}
