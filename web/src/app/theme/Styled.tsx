import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { muiThemes } from './muiTheme.ts';
import { useThemeInForce } from './theme.ts';

/** Style elements of MUI need the nonce that the server has written into the page. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;
const styleCache = createCache({ key: 'css', prepend: true, ...(nonce ? { nonce } : {}) });

/** The providers for MUI's dialogs and menus: the theme, and style elements with the nonce. */
export function Styled({ children }: { children: ReactNode }) {
  const theme = useThemeInForce();
  return (
    <CacheProvider value={styleCache}>
      <ThemeProvider theme={muiThemes[theme]}>{children}</ThemeProvider>
    </CacheProvider>
  );
}
