import type { MachineView } from '@fournil/contract/machines/machine';
import type { MenuPreview } from '@fournil/contract/menus/menu';
import { useDeferredValue, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { keepPreviousData, readingList, useRead } from '../../data/index.ts';
import { FieldFrame } from '../../kit/inputs/FieldFrame.tsx';
import { PickControl } from '../../kit/inputs/PickControl.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useMay } from '../../kit/session/profile.ts';
import { useT } from '../messages.ts';
import type { MenuValues } from './menuForm.ts';
import { OvenScreen } from './OvenScreen.tsx';
import type { Shown } from './usePreview.ts';

const offered = 50;

interface ScreenPartProps {
  menuId: string | null;
  machine: MenuPreview['machine'];
  shown: Shown;
  onShow: (shown: Shown) => void;
}

/** The screen of one oven that follows the menu, today or on another day. */
export function ScreenPart({ menuId, machine, shown, onShow }: ScreenPartProps) {
  const t = useT();
  const may = useMay();
  const dateId = useId();
  return (
    <section aria-labelledby="menu-screen">
      <h2 id="menu-screen">{t('menus.screen.title')}</h2>
      <div className="menu-edit__screen-tools">
        {may('machines.list') && (
          <MachineField menuId={menuId} value={shown.machine} onChange={(id) => onShow({ ...shown, machine: id })} />
        )}
        <FieldFrame id={dateId} label={t('menus.screen.date')} isRequired={false}>
          <input
            id={dateId}
            type="date"
            className="control"
            value={shown.date ?? ''}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            onChange={({ target: { value } }) => onShow({ ...shown, date: value || null })}
          />
        </FieldFrame>
      </div>
      {machine ? <OvenScreen machine={machine} /> : <p className="soft">{t('menus.screen.none')}</p>}
    </section>
  );
}

interface MachineFieldProps {
  menuId: string | null;
  value: string | null;
  onChange: (id: string | null) => void;
}

/** Those that follow the menu now; of a new one, those of its category. */
function MachineField({ menuId, value, onChange }: MachineFieldProps) {
  const t = useT();
  const kitT = useKitT();
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<{ id: string; label: string } | null>(null);
  const q = useDeferredValue(text).trim();
  const category = useWatch<MenuValues, 'category'>({ name: 'category' });
  const { data } = useRead(
    readingList<MachineView>({
      about: 'machines',
      path: '/machines',
      query: { q, category, menu: menuId, 'order[name]': 'asc', page: 1, itemsPerPage: offered },
      placeholderData: keepPreviousData,
      enabled: category !== null,
    }),
  );
  const options = (data?.data ?? []).map(({ id: one, name, structureName }) => ({
    id: one,
    label: structureName ? `${name} – ${structureName}` : name,
  }));
  const more = (data?.total ?? 0) - options.length;
  return (
    <FieldFrame id={id} label={t('menus.screen.machine')} isRequired={false}>
      <PickControl
        id={id}
        label={t('menus.screen.machine')}
        placeholder={t('menus.screen.machinePlaceholder')}
        options={options}
        known={chosen}
        text={text}
        onText={setText}
        more={
          options.length === 0
            ? t('menus.screen.noMachine')
            : more > 0
              ? kitT('kit.moreMatches', { count: more })
              : undefined
        }
        value={value}
        onChange={(next) => {
          setChosen(options.find((one) => one.id === next) ?? null);
          onChange(next);
        }}
        aria={{}}
      />
    </FieldFrame>
  );
}
