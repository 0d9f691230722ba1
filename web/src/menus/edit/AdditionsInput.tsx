import { linkLimits } from '@fournil/contract/machine-link/topics';
import { useInput } from 'ra-core';
import { useState } from 'react';
import { useFormState } from 'react-hook-form';
import { BrokenRule } from '../../kit/forms/BrokenRule.tsx';
import { useT } from '../messages.ts';
import type { MenuValues } from './menuForm.ts';

const kinds = ['any', 'none', 'some'] as const;
type Additions = MenuValues['additions'];

const usual = 5;
const most = linkLimits.programsPerMachine;

/** How many programs a shop may add itself. */
export function AdditionsInput() {
  const t = useT();
  const { isSubmitted } = useFormState();
  const { field } = useInput({
    source: 'additions',
    format: (value: Additions) => value,
    parse: (value: Additions) => value,
  });
  const value: Additions = field.value;
  const [isSome, setSome] = useState(value !== null && value !== 0);
  const kind = value === null ? 'any' : value === 0 && !isSome ? 'none' : 'some';
  const choose = (next: (typeof kinds)[number]) => {
    setSome(next === 'some');
    field.onChange(next === 'any' ? null : next === 'none' ? 0 : usual);
  };
  const isBroken = value === '' || (value !== null && !(Number.isInteger(value) && value >= 0 && value <= most));
  return (
    <fieldset className="menu-edit__group">
      <legend>{t('menus.edit.additions')}</legend>
      <div className="radios">
        {kinds.map((one, index) => (
          <label key={one}>
            <input
              ref={index === 0 ? field.ref : undefined}
              type="radio"
              name="additions-kind"
              checked={kind === one}
              onChange={() => choose(one)}
            />
            {t(`menus.edit.additionsKinds.${one}`)}
          </label>
        ))}
      </div>
      {kind === 'some' && (
        <input
          type="number"
          className="control menu-edit__number"
          aria-label={t('menus.edit.additionsCount')}
          min={0}
          max={most}
          value={value ?? ''}
          aria-invalid={isBroken && (value !== '' || isSubmitted)}
          onChange={({ target: { value: typed } }) => field.onChange(typed === '' ? '' : Number(typed))}
        />
      )}
      {isBroken && (value !== '' || isSubmitted) && (
        <BrokenRule rule={{ key: 'custom.phases.limits', args: { min: 0, max: most } }} />
      )}
    </fieldset>
  );
}
