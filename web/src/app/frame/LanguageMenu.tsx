import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useLocaleState } from 'ra-core';
import { useState } from 'react';
import { useProfile, useProfileUpdate } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { useT } from '../messages.ts';
import { type Locale, session } from '../session.ts';

/** GEN-02: picked here, kept in the browser and in the profile. */
export function LanguageMenu() {
  const t = useT();
  const profile = useProfile();
  const [locale, setLocale] = useLocaleState();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const update = useProfileUpdate();
  const pick = (next: Locale) => {
    setAnchor(null);
    session.pickLocale(next);
    setLocale(next);
    // Somebody else's profile keeps its language (IMP-04).
    if (!profile?.master) update.mutate({ countryCode: next === 'fr' ? 'FR' : 'EN' });
  };
  return (
    <>
      <button
        type="button"
        className="language"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`${locale.toUpperCase()}, ${t('app.language.label')}`}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {locale.toUpperCase()}
        <Icon name="chevronDown" size={14} />
      </button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {(['en', 'fr'] as const).map((one) => (
          <MenuItem key={one} selected={one === locale} lang={one} onClick={() => pick(one)}>
            {one === 'en' ? 'English' : 'Français'}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
