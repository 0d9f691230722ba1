import { Menu } from '@base-ui/react/menu';
import { useLocaleState } from 'ra-core';
import { MenuButton } from '../../kit/MenuButton.tsx';
import { MenuChoice } from '../../kit/MenuPopup.tsx';
import { useProfile, useProfileUpdate } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import { type Locale, session } from '../session.ts';

/** GEN-02: the chosen language is stored in the browser and in the profile. */
export function LanguageMenu() {
  const t = useT();
  const profile = useProfile();
  const [locale, setLocale] = useLocaleState();
  const update = useProfileUpdate();
  const pick = (next: Locale) => {
    session.pickLocale(next);
    setLocale(next);
    // In a control session the profile's language is not changed (IMP-04).
    if (!profile?.master) update.mutate({ countryCode: next === 'fr' ? 'FR' : 'EN' });
  };
  return (
    <MenuButton
      className="language"
      label={`${locale.toUpperCase()}, ${t('app.language.label')}`}
      face={
        <>
          {locale.toUpperCase()}
          <Icon name="chevronDown" size={14} />
        </>
      }
    >
      <Menu.RadioGroup value={locale}>
        {(['en', 'fr'] as const).map((one) => (
          <MenuChoice key={one} value={one} closeOnClick lang={one} onClick={() => pick(one)}>
            {one === 'en' ? 'English' : 'Français'}
          </MenuChoice>
        ))}
      </Menu.RadioGroup>
    </MenuButton>
  );
}
