import { validationWords } from '@fournil/contract/kit/validation';
import { say } from '@fournil/contract/kit/words';
import {
  type MachineCategoryCode,
  machineCategories,
  machineCategoryCodes,
} from '@fournil/contract/machines/catalogue';
import { settingsOf } from '@fournil/contract/phases/phaseGroups';
import { newSettings } from '@fournil/contract/phases/settings';
import type { ProgramView } from '@fournil/contract/programs/program';
import { useNotify } from 'ra-core';
import { useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { readingList, useRead } from '../../data/index.ts';
import { CategoryDrawing } from '../../kit/signs/CategoryDrawing.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import { useDraft } from './draft.ts';
import { stepPath } from './steps.ts';
import { WizardFrame } from './WizardFrame.tsx';

/** The first step: the category of ovens for which the program is written. */
export function ChooseCategory() {
  const t = useT();
  const language = useLanguage();
  const navigate = useNavigate();
  const { state } = useLocation();
  const { draft, change } = useDraft();
  const [isMissing, setMissing] = useState(Boolean((state as { missing?: boolean } | null)?.missing));
  const first = useRef<HTMLInputElement>(null);
  const next = () => {
    if (draft.category) return navigate(stepPath(1));
    setMissing(true);
    first.current?.focus();
  };
  const choose = (category: MachineCategoryCode) => {
    setMissing(false);
    // Copied settings belong to a program of the former category.
    change(
      draft.from && category !== draft.category ? { category, from: null, settings: newSettings() } : { category },
    );
  };
  return (
    <WizardFrame
      step={0}
      next={
        <button type="button" className="button button--main" onClick={next}>
          {t('resources.programs.wizard.next', {
            step: t('resources.programs.wizard.steps.identify').toLocaleLowerCase(),
          })}
        </button>
      }
    >
      <h1>{t('resources.programs.wizard.chooseTitle')}</h1>
      <p className="soft">{t('resources.programs.wizard.chooseLead')}</p>
      <fieldset
        className="wizard__categories"
        aria-label={t('resources.programs.fields.category')}
        aria-describedby={isMissing ? 'category-missing' : undefined}
      >
        {machineCategoryCodes.map((code, index) => (
          <label key={code} data-chosen={draft.category === code || undefined}>
            <input
              ref={index === 0 ? first : undefined}
              type="radio"
              name="category"
              value={code}
              checked={draft.category === code}
              onChange={() => choose(code)}
            />
            <CategoryDrawing category={code} size={72} />
            <strong>{say(machineCategories[code].name, language)}</strong>
            <small>{say(machineCategories[code].description, language)}</small>
          </label>
        ))}
      </fieldset>
      {isMissing && !draft.category && (
        <p id="category-missing" className="field__error wizard__error" role="alert">
          <StateSign sign="refused" size={14} />
          {say(validationWords['custom.validation.machineType'], language)}
        </p>
      )}
      {draft.category && <StartFrom category={draft.category} />}
    </WizardFrame>
  );
}

/** Copies the settings of a program of this category. */
function StartFrom({ category }: { category: MachineCategoryCode }) {
  const t = useT();
  const id = useId();
  const notify = useNotify();
  const { draft, change } = useDraft();
  const { data: programs } = useRead(
    readingList<ProgramView>({
      about: 'programs',
      path: '/programs',
      query: { category, 'order[name]': 'asc', page: 1, itemsPerPage: 100 },
    }),
  );
  if (!programs || programs.data.length === 0) return null;
  const take = (programId: string) => {
    const program = programs.data.find((one) => one.id === programId);
    change(
      program
        ? { from: program.id, settings: settingsOf(program.phaseGroups) }
        : { from: null, settings: newSettings() },
    );
    if (program) notify(t('resources.programs.wizard.fromTaken', { name: program.name }), { type: 'info' });
  };
  return (
    <div className="field wizard__from">
      <label className="field__label" htmlFor={id}>
        {t('resources.programs.wizard.from')}
      </label>
      <select
        id={id}
        className="control"
        value={draft.from ?? ''}
        aria-describedby={`${id}-hint`}
        onChange={(event) => take(event.target.value)}
      >
        <option value="">{t('resources.programs.wizard.fromNothing')}</option>
        {programs.data.map((program) => (
          <option key={program.id} value={program.id}>
            {program.name}
          </option>
        ))}
      </select>
      <span id={`${id}-hint`} className="field__foot">
        {t('resources.programs.wizard.fromHint')}
      </span>
    </div>
  );
}
