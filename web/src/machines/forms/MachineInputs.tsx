import { say } from '@fournil/contract/kit/words';
import { machineCategories, machineCategoryCodes } from '@fournil/contract/machines/catalogue';
import { machineLimits } from '@fournil/contract/machines/machine';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { SelectInput } from '../../kit/inputs/SelectInput.tsx';
import { TextInput } from '../../kit/inputs/TextInput.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useMay, useProfile } from '../../kit/session/profile.ts';
import { InheritedZoneInput } from '../../kit/structures/InheritedZoneInput.tsx';
import { StructureInput } from '../../kit/structures/StructureInput.tsx';
import { useLanguage } from '../../kit/useT.ts';
import { useModels } from '../../models/index.ts';
import { useT } from '../messages.ts';

/** MAC-02. A machine that exists keeps its category; one that is paired its serial number and PIN too. */
export function MachineInputs({ isNew = false, isPaired = false }: { isNew?: boolean; isPaired?: boolean }) {
  const t = useT();
  return (
    <div className="form">
      <TextInput source="name" label={t('machines.form.name')} max={machineLimits.name} isRequired />
      {isNew && <CategoryInputs />}
      <TextInput
        source="serialNumber"
        label={t('machines.form.serialNumber')}
        hint={t(isPaired ? 'machines.form.serialLocked' : 'machines.form.serialHint')}
        max={machineLimits.serialNumber}
        isDisabled={isPaired}
        isRequired
      />
      {!isPaired && (
        <TextInput
          source="pin"
          label={t('machines.form.pin')}
          hint={t(isNew ? 'machines.form.pinHint' : 'machines.form.pinKept')}
          max={4}
          inputMode="numeric"
          isRequired={isNew}
        />
      )}
      <PlaceInput />
      <ZoneInput isNew={isNew} />
      <TextInput source="description" label={t('machines.form.description')} max={machineLimits.description} isLong />
    </div>
  );
}

function CategoryInputs() {
  const t = useT();
  const kitT = useKitT();
  const language = useLanguage();
  const { control, getValues, setValue } = useFormContext();
  const category = useWatch({ control, name: 'category' });
  const models = useModels().filter((model) => model.category === category && !model.retired);
  const isOther =
    models.length > 0 && getValues('model') !== null && models.every(({ code }) => code !== getValues('model'));
  // The chosen model belongs to the former category, so it is cleared.
  useEffect(() => {
    if (isOther) setValue('model', null);
  }, [isOther, setValue]);
  return (
    <>
      <SelectInput source="category" label={t('machines.form.category')} isRequired>
        <option value="">{kitT('kit.choose')}</option>
        {machineCategoryCodes.map((code) => (
          <option key={code} value={code}>
            {say(machineCategories[code].name, language)}
          </option>
        ))}
      </SelectInput>
      <SelectInput
        source="model"
        label={t('machines.form.model')}
        hint={t(category ? 'machines.form.modelHint' : 'machines.form.categoryFirst')}
        isDisabled={models.length === 0}
      >
        <option value="">{t('machines.form.noModel')}</option>
        {models.map(({ code, name, format }) => (
          <option key={code} value={code}>
            {name}, {format[language === 'FR' ? 'fr' : 'en']}
          </option>
        ))}
      </SelectInput>
    </>
  );
}

function PlaceInput() {
  const t = useT();
  const may = useMay();
  if (!may('structures.list')) return null;
  return (
    <StructureInput
      source="structure"
      label={t('machines.form.structure')}
      placeholder={t('machines.form.noStructure')}
      isIri
    />
  );
}

/** HRS-01: a new machine that inherits no timezone gets that of the person who adds it. */
function ZoneInput({ isNew }: { isNew: boolean }) {
  const t = useT();
  const timezone = useProfile()?.timezone;
  const yours = isNew && timezone ? timezone : null;
  return (
    <InheritedZoneInput
      label={t('machines.form.timezone')}
      from="structure"
      as={(structure) =>
        structure
          ? t('machines.form.asStructureZone', { timezone: structure.timezone })
          : t('machines.form.asStructure')
      }
      none={yours ? t('machines.form.yourTimezone', { timezone: yours }) : t('machines.form.noTimezone')}
      noneHint={t(yours ? 'machines.form.yourTimezoneHint' : 'machines.form.noTimezoneHint')}
    />
  );
}
