import { softwareUpdateLimits } from '@fournil/contract/software-updates/softwareUpdate';
import { useInput, ValidationError } from 'ra-core';
import { useId } from 'react';
import { SwitchInput } from '../../kit/inputs/SwitchInput.tsx';
import { TextInput } from '../../kit/inputs/TextInput.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { ModelChoice, useModels } from '../../models/index.ts';
import { useT } from '../messages.ts';

/** SWU-02: all fields except the file. */
export function UpdateInputs() {
  const t = useT();
  return (
    <>
      <div className="update-form__version">
        <TextInput
          source="version"
          label={t('updates.version')}
          hint={t('updates.form.versionHint')}
          max={softwareUpdateLimits.version}
          isRequired
        />
      </div>
      <SwitchInput source="beta" label={t('updates.form.beta')} />
      <TextInput
        source="description"
        label={t('updates.description')}
        hint={t('updates.form.descriptionHint')}
        max={softwareUpdateLimits.description}
        isLong
      />
      <Models />
    </>
  );
}

function Models() {
  const t = useT();
  const id = useId();
  const { field, fieldState } = useInput<Record<string, string[]>>({ source: 'models' });
  const chosen: string[] = field.value ?? [];
  const models = useModels();
  return (
    <fieldset className="field" aria-describedby={`${id}-foot`}>
      <legend className="field__label">{t('updates.form.models')}</legend>
      <button
        type="button"
        className="button button--small model-choice__all"
        aria-pressed={models.length > 0 && chosen.length === models.length}
        onClick={() => field.onChange(chosen.length === models.length ? [] : models.map(({ code }) => code))}
      >
        {t('updates.form.all')}
      </button>
      <ModelChoice chosen={chosen} onChange={field.onChange} />
      <div className="field__foot" id={`${id}-foot`}>
        <span aria-live="polite">
          {fieldState.error?.message ? (
            <span className="field__error">
              <StateSign sign="refused" size={12} />
              <ValidationError error={fieldState.error.message} />
            </span>
          ) : (
            t('updates.form.modelsHint')
          )}
        </span>
      </div>
    </fieldset>
  );
}
