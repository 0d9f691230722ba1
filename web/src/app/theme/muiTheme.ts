import { createTheme, type Theme } from '@mui/material/styles';
import { rem } from '../../kit/rem.ts';
import type { ThemeName } from './theme.ts';
import { tokens } from './tokens.ts';

const family = '"Radio Canada Variable", "Radio Canada", "Segoe UI", sans-serif';

/**
 * The tokens as a theme for MUI's menus, dialogs and pick lists; everything else uses the custom properties.
 */
function themeOf(name: ThemeName): Theme {
  const colour = tokens[name];
  return createTheme({
    palette: {
      mode: name,
      primary: { main: colour.crust, dark: colour['crust-hover'], contrastText: colour['on-crust'] },
      secondary: { main: colour.ink, contrastText: colour.paper },
      error: { main: colour.failing },
      success: { main: colour.connected },
      warning: { main: colour.pending },
      info: { main: colour['not-approved'] },
      background: { default: colour.paper, paper: colour.surface },
      text: { primary: colour.ink, secondary: colour.soft },
      divider: colour.hair,
    },
    shape: { borderRadius: 6 },
    typography: { fontFamily: family, fontSize: 14, button: { textTransform: 'none', fontWeight: 600 } },
    transitions: {
      duration: {
        enteringScreen: 120,
        leavingScreen: 120,
        shortest: 120,
        shorter: 120,
        short: 120,
        standard: 200,
        complex: 200,
      },
    },
    components: {
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiDialog: {
        styleOverrides: {
          paper: {
            borderRadius: 10,
            boxShadow: colour.floating,
            // On a phone MUI's own margin of 32 px would take a fifth of the width.
            '@media (max-width: 599.95px)': { margin: 12, width: 'calc(100% - 24px)', maxHeight: 'calc(100% - 24px)' },
          },
        },
      },
      MuiMenu: { styleOverrides: { paper: { borderRadius: 10, boxShadow: colour.floating } } },
      MuiMenuItem: {
        styleOverrides: {
          root: {
            fontSize: rem(14),
            minHeight: rem(36),
            gap: 10,
            '&.Mui-selected': { backgroundColor: colour['crust-tint'], color: colour['on-crust-tint'] },
          },
        },
      },
      MuiTooltip: {
        defaultProps: { enterDelay: 300, describeChild: true },
        styleOverrides: {
          tooltip: { backgroundColor: colour.ink, color: colour.paper, fontSize: rem(12), lineHeight: rem(16) },
        },
      },
    },
  });
}

export const muiThemes: Record<ThemeName, Theme> = { light: themeOf('light'), dark: themeOf('dark') };
