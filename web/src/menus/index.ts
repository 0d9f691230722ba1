import type { ResourceProps } from 'ra-core';
import { createElement, lazy } from 'react';
import { Route } from 'react-router-dom';
import { page } from '../kit/pages/page.ts';

const CalendarPage = page(() => import('./calendar/CalendarPage.tsx'), 'CalendarPage');

/** The menus that a machine follows, for its page; loaded beside it. */
export const MenusOfMachine = lazy(async () => ({
  default: (await import('./parts/MenusOfMachine.tsx')).MenusOfMachine,
}));

/** The menus that contain a program, for its page; loaded beside it. */
export const MenusOfProgram = lazy(async () => ({
  default: (await import('./parts/MenusOfProgram.tsx')).MenusOfProgram,
}));

export const menus: ResourceProps = {
  name: 'menus',
  list: page(() => import('./list/MenuList.tsx'), 'MenuList'),
  show: page(() => import('./show/MenuShow.tsx'), 'MenuShow'),
  edit: page(() => import('./edit/MenuEdit.tsx'), 'MenuEdit'),
  create: page(() => import('./edit/MenuCreate.tsx'), 'MenuCreate'),
  recordRepresentation: 'name',
  children: createElement(Route, { path: 'calendar/:year?', element: createElement(CalendarPage) }),
};
