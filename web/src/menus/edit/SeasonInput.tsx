import { violationsOf } from '@fournil/contract/kit/validation';
import { type Season, season as seasonSchema } from '@fournil/contract/menus/season';
import { useInput } from 'ra-core';
import { useId, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { BrokenRule } from '../../kit/forms/BrokenRule.tsx';
import { useT } from '../messages.ts';
import { sentSeason } from './menuForm.ts';

const kinds = ['none', 'once', 'yearly'] as const;
type Kind = (typeof kinds)[number];

const kindOf = (season: Season | null): Kind => (season ? (season.everyYear ? 'yearly' : 'once') : 'none');

/** When the menu applies: always, in a span of dates, or in one of each year. */
export function SeasonInput() {
  const t = useT();
  const { field } = useInput<{ season: Season | null }>({ source: 'season' });
  const value: Season | null = field.value || null;
  // The dates are kept while another kind is chosen.
  const [dates, setDates] = useState({ from: value?.from ?? '', until: value?.until ?? '' });
  const choose = (kind: Kind) => field.onChange(kind === 'none' ? null : { ...dates, everyYear: kind === 'yearly' });
  const change = (name: 'from' | 'until', date: string) => {
    const next = { ...dates, [name]: date };
    setDates(next);
    if (value) field.onChange({ ...next, everyYear: value.everyYear });
  };
  return (
    <fieldset className="menu-edit__group">
      <legend>{t('menus.edit.season')}</legend>
      <div className="radios">
        {kinds.map((kind, index) => (
          <label key={kind}>
            <input
              ref={index === 0 ? field.ref : undefined}
              type="radio"
              name="season-kind"
              checked={kindOf(value) === kind}
              onChange={() => choose(kind)}
            />
            {t(`menus.edit.seasonKinds.${kind}`)}
          </label>
        ))}
      </div>
      {value && (
        <div className="menu-edit__dates">
          {(['from', 'until'] as const).map((name) => (
            <DateField key={name} name={name} season={value} onChange={(date) => change(name, date)} />
          ))}
        </div>
      )}
      <p className="menu-edit__hint">{t('menus.edit.seasonHint')}</p>
    </fieldset>
  );
}

function DateField({
  name,
  season,
  onChange,
}: {
  name: 'from' | 'until';
  season: Season;
  onChange: (date: string) => void;
}) {
  const t = useT();
  const id = useId();
  const { isSubmitted } = useFormState();
  const sent = sentSeason(season);
  const result = seasonSchema.safeParse(sent);
  const broken = result.success ? [] : violationsOf(result.error, sent);
  // A date that is still to be chosen is no error before the form was sent.
  const [rule] = broken.filter(({ path }) => path === name && (season[name] !== '' || isSubmitted));
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {t(`menus.edit.${name}`)}
      </label>
      <input
        id={id}
        type="date"
        className="control"
        value={season[name]}
        aria-invalid={rule !== undefined}
        aria-describedby={`${id}-foot`}
        onChange={(event) => onChange(event.target.value)}
      />
      <div id={`${id}-foot`} className="field__foot">
        {rule && <BrokenRule rule={rule} />}
      </div>
    </div>
  );
}
