import type { MachineCategoryCode } from '@fournil/contract/machines/catalogue';
import { newSettings, type ProgramSettings } from '@fournil/contract/phases/settings';
import { useStore } from 'ra-core';
import { useCallback } from 'react';
import { serverNow } from '../../data/index.ts';
import { useProfile } from '../../kit/session/profile.ts';

/** A program before it is created, with the input of all four steps (WIZ-01). */
export interface ProgramDraft {
  category: MachineCategoryCode | null;
  /** The program whose settings were copied. */
  from: string | null;
  name: string;
  description: string;
  tags: string[];
  /** A picture of the maker's library; missing in drafts of earlier versions. */
  avatar?: string | null;
  settings: ProgramSettings;
  approved: boolean;
  /** The time at which it was last stored; null before the first input. */
  keptAt: string | null;
}

export function emptyDraft(): ProgramDraft {
  return {
    category: null,
    from: null,
    name: '',
    description: '',
    tags: [],
    settings: newSettings(),
    approved: false,
    keptAt: null,
  };
}

const fresh = emptyDraft();

/** The draft, stored in the browser for this person, so that it survives Back, a reload and a lost connection. */
export function useDraft() {
  const person = useProfile()?.id ?? 'nobody';
  const [draft, setDraft] = useStore<ProgramDraft>(`programs.draft.${person}`, fresh);
  const change = useCallback(
    (part: Partial<ProgramDraft>) =>
      setDraft((before: ProgramDraft) => ({ ...before, ...part, keptAt: new Date(serverNow()).toISOString() }), fresh),
    [setDraft],
  );
  const drop = useCallback(() => setDraft(emptyDraft()), [setDraft]);
  return { draft, change, drop };
}
