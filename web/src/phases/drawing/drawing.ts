import type { CutOff } from '@fournil/contract/phases/rules';
import type { ProgramSettings } from '@fournil/contract/phases/settings';
import type { KeyboardEvent, MouseEvent, PointerEvent, SVGProps } from 'react';
import type { Place } from '../edits/edits.ts';
import type { Plot } from './plot.ts';

export interface Grab {
  at: Place;
  /** The dragged part: an edge in time, the top of a level, or the whole entry. */
  part: 'from' | 'to' | 'level' | 'body';
}

/** The selection and the handlers that make the drawing editable; missing where it is only shown. */
export interface DrawingHandlers {
  selection: Place;
  breaksRule: (at: Place) => boolean;
  isCut: (at: Place) => boolean;
  option: (at: Place) => SVGProps<SVGGElement> & { 'data-entry': string };
  lane: (group: Place['group']) => SVGProps<SVGGElement>;
  grab: (event: PointerEvent<SVGElement>, grab: Grab) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onDoubleClick: (event: MouseEvent) => void;
}

/** The props of every lane of the drawing. */
export interface LaneProps {
  plot: Plot;
  settings: ProgramSettings;
  total: number;
  handlers?: DrawingHandlers | undefined;
}

export function isSame(one: Place | undefined, other: Place): boolean {
  return one?.group === other.group && one.index === other.index;
}

export function isCutOff(cut: CutOff, { group, index }: Place): boolean {
  return group !== 'heat' && cut[group].includes(index);
}

/** Hidden from screen readers: the options and the live region contain the same. */
export const decorative = { 'aria-hidden': true } as const;

/** Labels are hidden in areas narrower than this, in pixels. */
export const leastLabelWidth = 34;
