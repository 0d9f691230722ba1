import type { ReactNode } from 'react';
import { rem } from '../rem.ts';

/** Line icons in one style: 24 units, stroke 1.75. Decorative: the control has the accessible name. */
const drawings = {
  home: <path d="M4 11 12 4l8 7M6 9.5V20h12V9.5M10 20v-5h4v5" />,
  users: (
    <path d="M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-4 2.9-6 6.5-6s6.5 2 6.5 6M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.4c2.2.8 3.5 2.7 3.5 5.6" />
  ),
  structures: <path d="M4 3v15h5M4 8h5M9 5h11v6H9zM9 15h11v6H9z" />,
  tags: <path d="M3.5 4v7.5L13 21l8-8-9.5-9.5H4a.5.5 0 0 0-.5.5ZM8 8h.01" />,
  programs: <path d="M3 20V12h5V5h5v9h4v-3h4v9Z" />,
  menus: (
    <path d="M12 6.5C10 5 7 4.5 3.5 4.5v14c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2v-14c-3.5 0-6.5.5-8.5 2ZM12 6.5v14M6.5 9h2.5M6.5 12.5h2.5M15 9h2.5M15 12.5h2.5" />
  ),
  machines: <path d="M3.5 4h17v16h-17zM3.5 8.5h17M7 12h10v5H7zM7 6.2h.01M10 6.2h.01" />,
  faults: <path d="M12 3.5 21.5 20h-19ZM12 9.5V14M12 17h.01" />,
  technicians: (
    <path d="M14.5 6.5a4 4 0 0 1 5.2-3.3L17 6l1 2 2 .8 1.2-2.7a4 4 0 0 1-5.6 4.7L8 18.4a2.1 2.1 0 0 1-3-3l7.6-7.6" />
  ),
  gear: (
    <>
      <circle cx="12" cy="12" r="3" />
      <path d="M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2" />
    </>
  ),
  menu: <path d="M4 6.5h16M4 12h16M4 17.5h16" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  search: <path d="M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM16 16l4.5 4.5" />,
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  up: <path d="M12 20V5M6 10.5 12 4.5l6 6" />,
  down: <path d="M12 4v15M6 13.5l6 6 6-6" />,
  left: <path d="m14.5 5-7 7 7 7" />,
  right: <path d="m9.5 5 7 7-7 7" />,
  chevronDown: <path d="m6 9.5 6 6 6-6" />,
  columns: <path d="M3.5 4.5h17v15h-17zM9.2 4.5v15M14.8 4.5v15" />,
  filter: <path d="M4 6h16M7 12h10M10 18h4" />,
  more: <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="2.6" />,
  grip: <path d="M9 5h.01M15 5h.01M9 12h.01M15 12h.01M9 19h.01M15 19h.01" strokeWidth="2.4" />,
  edit: <path d="m4 20 1-4.5L16.5 4 20 7.5 8.5 19Z" />,
  trash: <path d="M4.5 7h15M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5" />,
  copy: <path d="M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4" />,
  renew: <path d="M19.5 9A8 8 0 0 0 5.2 7.8L4 10M4 4.5V10h5.5M4.5 15a8 8 0 0 0 14.3 1.2L20 14M20 19.5V14h-5.5" />,
  eye: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="3" />
    </>
  ),
  eyeOff: (
    <path d="M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.5M6.3 7.4A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.3-1.1" />
  ),
  check: <path d="m4.5 12.5 5 5L19.5 7" />,
  link: <path d="M9.5 14.5 14.5 9.5M8 11l-2.5 2.5a3.5 3.5 0 0 0 5 5L13 16M16 13l2.5-2.5a3.5 3.5 0 0 0-5-5L11 8" />,
  power: <path d="M12 3.5v8M7 6.5a7.5 7.5 0 1 0 10 0" />,
  flame: <path d="M12 3c.5 3.5 5.5 6 5.5 11a5.5 5.5 0 0 1-11 0c0-2 1-3.5 2-4.5.2 1.5 1 2.5 2 2.5 0-3.5-.5-6 1.5-9Z" />,
  drop: <path d="M12 3.5c3 4 5.5 6.8 5.5 10.3a5.5 5.5 0 0 1-11 0c0-3.5 2.5-6.3 5.5-10.3Z" />,
  moon: <path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z" />,
  hand: (
    <path d="M8 12V5.5a1.5 1.5 0 0 1 3 0V11M11 10.5V4a1.5 1.5 0 0 1 3 0v7M14 11V5.5a1.5 1.5 0 0 1 3 0V14c0 4-2 6.5-5.5 6.5-3 0-4.5-1.5-6.5-5L3.7 13a1.5 1.5 0 0 1 2.5-1.5L8 14" />
  ),
  gauge: <path d="M4 17a8.5 8.5 0 1 1 16 0M12 15l4-5.5" />,
  sun: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 2.5V5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3 7 7M17 17l1.7 1.7M18.7 5.3 17 7M7 17l-1.7 1.7" />
    </>
  ),
  user: <path d="M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c0-4 3.4-6.5 7.5-6.5s7.5 2.5 7.5 6.5" />,
  activity: <path d="M3 12.5h4l3-8 4 15 3-7h4" />,
  sheet: <path d="M3.5 5.5h17v13h-17zM7 9.5h5M7 12.5h10M7 15.5h10" />,
  download: <path d="M12 4v11M7.5 10.5 12 15l4.5-4.5M4.5 16v4h15v-4" />,
  exit: <path d="M10 4H4.5v16H10M14.5 8l4 4-4 4M18.5 12H9" />,
  lock: <path d="M5.5 11h13v9h-13zM8 11V8a4 4 0 0 1 8 0v3M12 14.5v2" />,
  key: <path d="M8.5 19.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM11.4 12.6 19.5 4.5M16 8l3 3M13.6 10.4l2 2" />,
  lockOpen: <path d="M5.5 11h13v9h-13zM8 11V8a4 4 0 0 1 7.5-2M12 14.5v2" />,
  images: <path d="M3.5 5h17v14h-17zM3.5 16l5-5 4.5 4.5 2.5-2.5 5 4.5M15.5 9h.01" />,
  rings: (
    <path d="M12 13.2a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4ZM12 17a5 5 0 1 0 0-10 5 5 0 0 0 0 10ZM12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z" />
  ),
  software: <path d="M7 7h10v10H7zM10 3.5V7M14 3.5V7M10 17v3.5M14 17v3.5M3.5 10H7M3.5 14H7M17 10h3.5M17 14h3.5" />,
  caps: <path d="m12 4 7 8h-3.5v4h-7v-4H5ZM8.5 19.5h7" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      width={rem(size)}
      height={rem(size)}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawings[name]}
    </svg>
  );
}
