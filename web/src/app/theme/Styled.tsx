import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { muiThemes } from './muiTheme.ts';
import { styleCache } from './styleCache.ts';
import { useThemeInForce } from './theme.ts';

/** What dialogs and menus need around them: colours, and style elements that the browser accepts. */
export function Styled({ children }: { children: ReactNode }) {
  const theme = useThemeInForce();
  return (
    <CacheProvider value={styleCache}>
      <ThemeProvider theme={muiThemes[theme]}>{children}</ThemeProvider>
    </CacheProvider>
  );
}
