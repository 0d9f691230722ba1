import { Combobox } from '@base-ui/react/combobox';
import { folded, isFoundBy } from '@fournil/contract/kit/search';
import { programLimits } from '@fournil/contract/programs/program';
import type { TagView } from '@fournil/contract/tags/tag';
import { useInput } from 'ra-core';
import { useId, useMemo, useState } from 'react';
import { useRead } from '../../data/index.ts';
import { FieldFrame } from '../../kit/inputs/FieldFrame.tsx';
import { FoundOptions } from '../../kit/inputs/FoundOptions.tsx';
import { keepOnEscape } from '../../kit/inputs/keepOnEscape.ts';
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
  const { field, fieldState } = useInput<{ tags: string[] }>({ source: 'tags', defaultValue: [] });
  const known = useRead(tagsReading).data?.data ?? none;
  const [text, setText] = useState('');
  const [newName, setNewName] = useState<string | null>(null);
  const ids: readonly string[] = field.value ?? noIds;
  const chosen = useMemo(
    () => ids.map((one): Option => known.find((tag) => tag.id === one) ?? { id: one, name: '…' }),
    [ids, known],
  );
  const isFull = ids.length >= programLimits.tags;
  const choose = (next: string[]) => {
    setText('');
    field.onChange(next.slice(0, programLimits.tags));
  };
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
      <TagSearch
        id={id}
        known={known}
        chosen={chosen}
        isFull={isFull}
        text={text}
        onText={setText}
        onChosen={choose}
        onNew={setNewName}
      />
      {newName !== null && (
        <NewTagDialog
          name={newName}
          onClose={() => setNewName(null)}
          onMade={(tag) => {
            setNewName(null);
            choose([...ids, tag.id]);
          }}
        />
      )}
    </FieldFrame>
  );
}

interface TagSearchProps {
  id: string;
  known: TagView[];
  chosen: Option[];
  isFull: boolean;
  text: string;
  onText: (text: string) => void;
  onChosen: (ids: string[]) => void;
  /** The name of a tag that does not exist yet. */
  onNew: (name: string) => void;
}

/** The chosen tags, the field in which others are searched, and the list below it. */
function TagSearch({ id, known, chosen, isFull, text, onText, onChosen, onNew }: TagSearchProps) {
  const t = useT();
  const mayCreate = useMay()('tags.create');
  const [isOpen, setOpen] = useState(false);
  const options = isFull ? [] : matching(known, chosen, text, mayCreate);
  const ids = chosen.map((tag) => tag.id);
  return (
    <Combobox.Root
      multiple
      items={options}
      filter={null}
      value={chosen}
      onValueChange={(next) => {
        setOpen(false);
        const made = next.find((option) => option.isNew);
        if (made) onNew(made.name);
        else onChosen(next.map((option) => option.id));
      }}
      open={isOpen}
      onOpenChange={setOpen}
      inputValue={text}
      onInputValueChange={(next, { reason }) => reason === 'input-change' && onText(next)}
      itemToStringLabel={(option) => option.name}
      isItemEqualToValue={(one, other) => one.id === other.id}
    >
      <Combobox.InputGroup className="tags-input">
        {chosen.map((tag) => (
          <Chip key={tag.id} tag={tag} onRemove={() => onChosen(ids.filter((one) => one !== tag.id))} />
        ))}
        {!isFull && (
          <Combobox.Input
            id={id}
            className="tags-input__text"
            placeholder={t('resources.programs.tags.placeholder')}
            aria-describedby={`${id}-foot`}
            maxLength={255}
            onBlur={() => onText('')}
            onKeyDown={(event) => {
              keepOnEscape(event);
              if (event.key === 'Backspace' && text === '') onChosen(ids.slice(0, -1));
            }}
          />
        )}
        {mayCreate && !isFull && (
          <button
            type="button"
            className="chip chip--add"
            // The field keeps the focus, and with it what is typed.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onNew(text.trim())}
          >
            <Icon name="plus" size={14} />
            {t('resources.programs.tags.new')}
          </button>
        )}
      </Combobox.InputGroup>
      <FoundOptions
        options={options}
        line={(tag) => (tag.isNew ? t('resources.programs.tags.create', { name: tag.name }) : tag.name)}
      />
    </Combobox.Root>
  );
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

/** The other tags that match the input, and the option to create one with this name. */
function matching(known: Option[], chosen: Option[], text: string, mayCreate: boolean): Option[] {
  const others = known.filter(({ id }) => !chosen.some((one) => one.id === id));
  const found = others.filter((option) => isFoundBy(option.name, text));
  const wanted = folded(text.trim());
  const isKnown = others.some((option) => folded(option.name) === wanted);
  return mayCreate && wanted && !isKnown ? [...found, { id: '', name: text.trim(), isNew: true }] : found;
}
