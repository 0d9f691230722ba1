import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { muiThemes } from './muiTheme.ts';
import { useThemeInForce } from './theme.ts';

/** The library's style elements carry the nonce that the server wrote into the page. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;
const styleCache = createCache({ key: 'css', prepend: true, ...(nonce ? { nonce } : {}) });

/** What dialogs and menus need around them: colours, and style elements that the browser accepts. */
export function Styled({ children }: { children: ReactNode }) {
  const theme = useThemeInForce();
  return (
    <CacheProvider value={styleCache}>
      <ThemeProvider theme={muiThemes[theme]}>{children}</ThemeProvider>
    </CacheProvider>
  );
}
