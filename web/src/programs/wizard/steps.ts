import type { Problem } from '@fournil/contract/kit/problem';
import type { ProgramDraft } from './draft.ts';

/** What the server refused of the draft when it was to be saved. */
export type Violations = NonNullable<Problem['violations']>;

export const stepNames = ['category', 'identify', 'settings', 'save'] as const;

export function stepPath(step: number): string {
  return step === 0 ? '/programs/create' : `/programs/create/${step}`;
}

/** The first step that this one needs and that is not done; null when it can be opened. */
export function missingStep(step: number, draft: Pick<ProgramDraft, 'category' | 'name'>): number | null {
  if (step > 0 && !draft.category) return 0;
  return step > 1 && !draft.name.trim() ? 1 : null;
}

/** The step that can mend what the server refused; null where none can. */
export function stepOf(propertyPath: string | undefined): number | null {
  const field = propertyPath?.split('.')[0];
  if (field === 'category') return 0;
  if (field === 'name' || field === 'description' || field === 'tags' || field === 'avatar') return 1;
  return field === 'phaseGroups' ? 2 : null;
}
