import { part } from '../kit/pages/part.tsx';

/** The menus that a machine follows, for its page; loaded beside it. */
export const MenusOfMachine = part(() => import('./parts/MenusOfMachine.tsx'), 'MenusOfMachine');

/** The menus that contain a program, for its page; loaded beside it. */
export const MenusOfProgram = part(() => import('./parts/MenusOfProgram.tsx'), 'MenusOfProgram');
