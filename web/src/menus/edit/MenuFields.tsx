import { say } from '@fournil/contract/kit/words';
import { machineCategories, machineCategoryCodes } from '@fournil/contract/machines/catalogue';
import { type MenuDetail, menuLimits } from '@fournil/contract/menus/menu';
import { useFormContext, useWatch } from 'react-hook-form';
import { SelectInput } from '../../kit/inputs/SelectInput.tsx';
import { TextInput } from '../../kit/inputs/TextInput.tsx';
import { useMay } from '../../kit/session/profile.ts';
import { useLanguage } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import { AdditionsInput } from './AdditionsInput.tsx';
import { ApproveInput } from './ApproveInput.tsx';
import type { MenuValues } from './menuForm.ts';
import { PlacesInput } from './PlacesInput.tsx';
import { PreviewSide } from './PreviewSide.tsx';
import { ProgramsInput } from './ProgramsInput.tsx';
import { SeasonInput } from './SeasonInput.tsx';
import './menuEdit.css';

/** The fields of a new menu (`null`) or of one that exists; what this person may not change is switched off. */
export function MenuFields({ menu }: { menu: MenuDetail | null }) {
  const t = useT();
  const may = useMay();
  const mayWrite = menu === null || may('menus.edit');
  const isStanding = !useWatch<MenuValues, 'season'>({ name: 'season' });
  return (
    <div className="menu-edit">
      <div className="menu-edit__fields">
        <fieldset className="menu-edit__part" disabled={!mayWrite}>
          {!mayWrite && <p className="soft">{t('menus.edit.mayNot')}</p>}
          <TextInput source="name" label={t('menus.edit.name')} max={menuLimits.name} isRequired />
          {menu === null && <CategoryInput />}
          <ProgramsInput known={menu?.programs ?? []} />
          <SeasonInput />
          {/* Seasonal ones come on top: what shops may add is said by the standing one. */}
          {isStanding && <AdditionsInput />}
          <TextInput
            source="note"
            label={t('menus.edit.note')}
            hint={t('menus.edit.noteHint')}
            max={menuLimits.note}
            isLong
          />
        </fieldset>
        <fieldset className="menu-edit__part menu-edit__group" disabled={!may('menus.give')}>
          <legend>{t('menus.edit.places')}</legend>
          <p className="menu-edit__hint">
            {t(may('menus.give') ? 'menus.edit.placesHint' : 'menus.edit.placesMayNot')}
          </p>
          <PlacesInput known={menu?.places ?? []} />
        </fieldset>
        <ApproveInput menu={menu} />
      </div>
      <PreviewSide menuId={menu?.id ?? null} />
    </div>
  );
}

/** Only for a new menu; another category takes the programs off, which are written for the former one. */
function CategoryInput() {
  const t = useT();
  const language = useLanguage();
  const { setValue } = useFormContext<MenuValues>();
  const clear = () => {
    setValue('programs', [], { shouldDirty: true });
  };
  return (
    <div onChange={clear}>
      <SelectInput source="category" label={t('menus.edit.category')} hint={t('menus.edit.categoryHint')} isRequired>
        <option value="" />
        {machineCategoryCodes.map((code) => (
          <option key={code} value={code}>
            {say(machineCategories[code].name, language)}
          </option>
        ))}
      </SelectInput>
    </div>
  );
}
