import { lazy } from 'react';

/** The menus that a machine follows, for its page; loaded beside it. */
export const MenusOfMachine = lazy(async () => ({
  default: (await import('./parts/MenusOfMachine.tsx')).MenusOfMachine,
}));

/** The menus that contain a program, for its page; loaded beside it. */
export const MenusOfProgram = lazy(async () => ({
  default: (await import('./parts/MenusOfProgram.tsx')).MenusOfProgram,
}));
