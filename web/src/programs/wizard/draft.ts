import type { MachineCategoryCode } from '@fournil/contract/machines/catalogue';
import { newSettings, type ProgramSettings } from '@fournil/contract/phases/settings';
import { useStore } from 'ra-core';
import { useCallback } from 'react';
import { useProfile } from '../../kit/session/profile.ts';

/** A program that is being written: all four steps of it (WIZ-01). */
export interface ProgramDraft {
  category: MachineCategoryCode | null;
  /** The program whose settings were taken over. */
  from: string | null;
  name: string;
  description: string;
  tags: string[];
  /** A picture of the maker's library; missing in drafts from before there were any. */
  avatar?: string | null;
  settings: ProgramSettings;
  approved: boolean;
  /** When it was last kept; null while nothing has been done. */
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

/** The draft, kept in the browser for this person: back, reload and a lost connection keep it. */
export function useDraft() {
  const person = useProfile()?.id ?? 'nobody';
  const [draft, setDraft] = useStore<ProgramDraft>(`programs.draft.${person}`, fresh);
  const change = useCallback(
    (part: Partial<ProgramDraft>) =>
      setDraft((before: ProgramDraft) => ({ ...before, ...part, keptAt: new Date().toISOString() }), fresh),
    [setDraft],
  );
  const drop = useCallback(() => setDraft(emptyDraft()), [setDraft]);
  return { draft, change, drop };
}
