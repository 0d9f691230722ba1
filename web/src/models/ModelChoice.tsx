import { say } from '@fournil/contract/kit/words';
import { machineCategories, machineCategoryCodes } from '@fournil/contract/machines/catalogue';
import { useLanguage } from '../kit/useT.ts';
import { useModels } from './useModels.ts';
import './modelChoice.css';

interface ModelChoiceProps {
  chosen: readonly string[];
  /** The models that can be chosen; all by default. */
  offered?: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** The maker's models, by category. */
export function ModelChoice({ chosen, offered, onChange }: ModelChoiceProps) {
  const language = useLanguage();
  const models = useModels().filter(({ code }) => !offered || offered.includes(code));
  const toggle = (codes: readonly string[], isOn: boolean) =>
    onChange(models.map(({ code }) => code).filter((code) => (codes.includes(code) ? isOn : chosen.includes(code))));
  return (
    <div className="model-choice">
      {machineCategoryCodes.map((category) => {
        const ofCategory = models.filter((model) => model.category === category);
        if (ofCategory.length === 0) return null;
        return (
          <fieldset key={category}>
            <legend>{say(machineCategories[category].name, language)}</legend>
            {ofCategory.map(({ code, name }) => (
              <label key={code}>
                <input
                  type="checkbox"
                  className="checkbox"
                  checked={chosen.includes(code)}
                  onChange={(event) => toggle([code], event.target.checked)}
                />
                {name}
              </label>
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}
