import type { Problem } from '@fournil/contract/kit/problem';
import type { ProgramDraft } from './draft.ts';

/** The server's violations when the draft was saved. */
export type Violations = NonNullable<Problem['violations']>;

export const stepNames = ['category', 'identify', 'settings', 'save'] as const;

export function stepPath(step: number): string {
  return step === 0 ? '/programs/create' : `/programs/create/${step}`;
}

/** The first incomplete step that this one requires; null when this one can be opened. */
export function missingStep(step: number, draft: Pick<ProgramDraft, 'category' | 'name'>): number | null {
  if (step > 0 && !draft.category) return 0;
  return step > 1 && !draft.name.trim() ? 1 : null;
}

/** The step with the field that the server refused; null when no step has it. */
export function stepOf(propertyPath: string | undefined): number | null {
  const field = propertyPath?.split('.')[0];
  if (field === 'category') return 0;
  if (field === 'name' || field === 'description' || field === 'tags' || field === 'avatar') return 1;
  return field === 'phaseGroups' ? 2 : null;
}
