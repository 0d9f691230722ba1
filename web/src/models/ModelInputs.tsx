import { say } from '@fournil/contract/kit/words';
import { machineCategories, machineCategoryCodes } from '@fournil/contract/machines/catalogue';
import { modelLimits, modelTypes } from '@fournil/contract/models/model';
import { SelectInput } from '../kit/inputs/SelectInput.tsx';
import { SwitchInput } from '../kit/inputs/SwitchInput.tsx';
import { TextInput } from '../kit/inputs/TextInput.tsx';
import { useKitT } from '../kit/messages.ts';
import { useLanguage } from '../kit/useT.ts';
import { useT } from './messages.ts';

/** The fields of a model. Code and category are chosen once. */
export function ModelInputs({ isNew = false }: { isNew?: boolean }) {
  const t = useT();
  const languages = { en: t('models.english'), fr: t('models.french') };
  return (
    <div className="form">
      <TextInput source="name" label={t('models.name')} max={modelLimits.name} isRequired />
      <SelectInput source="type" label={t('models.type')} isRequired>
        {modelTypes.map((type) => (
          <option key={type} value={type}>
            {t(`models.${type}`)}
          </option>
        ))}
      </SelectInput>
      {isNew && <Identity />}
      {(['en', 'fr'] as const).map((one) => (
        <TextInput
          key={one}
          source={`format.${one}`}
          label={t('models.sizeIn', { language: languages[one] })}
          max={modelLimits.text}
          isRequired
        />
      ))}
      {(['en', 'fr'] as const).map((one) => (
        <TextInput
          key={one}
          source={`capacity.${one}`}
          label={t('models.capacityIn', { language: languages[one] })}
          max={modelLimits.text}
          isRequired
        />
      ))}
      <TextInput source="energyKilowatts" label={t('models.power')} isRequired />
      <TextInput
        source="steamTankCentilitres"
        label={t('models.tank')}
        hint={t('models.tankHint')}
        inputMode="numeric"
        isRequired
      />
      <TextInput source="hardwareRevisions" label={t('models.revisions')} hint={t('models.revisionsHint')} />
      {!isNew && <Retired />}
    </div>
  );
}

function Identity() {
  const t = useT();
  const kitT = useKitT();
  const language = useLanguage();
  return (
    <>
      <TextInput source="code" label={t('models.code')} hint={t('models.codeHint')} max={32} isRequired />
      <SelectInput source="category" label={t('models.category')} hint={t('models.categoryHint')} isRequired>
        <option value="">{kitT('kit.choose')}</option>
        {machineCategoryCodes.map((code) => (
          <option key={code} value={code}>
            {say(machineCategories[code].name, language)}
          </option>
        ))}
      </SelectInput>
    </>
  );
}

function Retired() {
  const t = useT();
  return (
    <SwitchInput
      source="retired"
      label={
        <span>
          {t('models.retired')} <small className="soft">{t('models.retiredHint')}</small>
        </span>
      }
    />
  );
}
