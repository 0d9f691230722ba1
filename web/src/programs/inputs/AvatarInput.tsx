import { isFoundBy } from '@fournil/contract/kit/search';
import { useInput, ValidationError } from 'ra-core';
import { useId, useState } from 'react';
import { useRead } from '../../data/index.ts';
import { Picture } from '../../kit/images/Picture.tsx';
import { useKitT } from '../../kit/messages.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import { avatarsReading } from './avatarsReading.ts';
import '../../kit/lists/lists.css';
import './avatarInput.css';

/** With more pictures than this, there is a search field. */
const searchedFrom = 18;

/** PRG-02: a picture of the maker's library, or none. */
export function AvatarInput() {
  const t = useT();
  const kitT = useKitT();
  const name = useId();
  const { field, fieldState } = useInput<{ avatar: string | null }>({ source: 'avatar', defaultValue: null });
  const library = useRead(avatarsReading).data?.data ?? [];
  const [text, setText] = useState('');
  if (library.length === 0) return null;
  const shown = library.filter((one) => one.avatar === field.value || isFoundBy(one.name, text));
  const pick = (avatar: string | null) => field.onChange(avatar);
  return (
    <fieldset className="avatar-input">
      <legend className="field__label">
        {t('resources.programs.fields.avatar')} <small>{kitT('kit.optional')}</small>
      </legend>
      {library.length >= searchedFrom && (
        <span className="search">
          <Icon name="search" size={16} />
          <input
            className="control"
            type="search"
            aria-label={t('resources.programs.avatar.search')}
            placeholder={t('resources.programs.avatar.search')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </span>
      )}
      <div className="avatar-input__choice">
        <label>
          <input type="radio" name={name} checked={!field.value} onChange={() => pick(null)} />
          <span className="avatar-input__none">
            <Icon name="programs" size={28} />
          </span>
          <span>{t('resources.programs.avatar.none')}</span>
        </label>
        {shown.map((one) => (
          <label key={one.avatar}>
            <input type="radio" name={name} checked={field.value === one.avatar} onChange={() => pick(one.avatar)} />
            <Picture imageUrl={one.imageUrl} size={72}>
              <span className="avatar-input__none" />
            </Picture>
            <span>{one.name}</span>
          </label>
        ))}
      </div>
      {fieldState.error?.message && (
        <span className="field__error" role="alert">
          <ValidationError error={fieldState.error.message} />
        </span>
      )}
    </fieldset>
  );
}
