import type { InstallationState } from '@fournil/contract/machines/installation';

/** The data that decide the state of an installation. */
export interface InstallationFacts {
  /** Whether the machine receives programs: paired, approved, in service. */
  receives: boolean;
  wantedRevision: number | null;
  wantedSha256: string | null;
  /** MNU-02: the change at the oven gives way to the approved revision. */
  givesWay: boolean;
  reportedRevision: number | null;
  reportedSha256: string | null;
  reportedState: 'applied' | 'refused' | 'changed' | null;
}

/**
 * LNK-06: desired and reported state are stored separately; the state on screens follows from both. MNU-02: a change at
 * the oven stays one when another revision is approved, until somebody decides.
 */
export function installationState(facts: InstallationFacts): InstallationState {
  if (!facts.receives || facts.wantedRevision === null) return 'notSent';
  if (facts.reportedState === 'applied')
    return facts.reportedSha256 === facts.wantedSha256 ? 'synchronised' : 'pending';
  if (facts.reportedState === 'changed')
    return facts.givesWay || facts.reportedSha256 === facts.wantedSha256 ? 'pending' : 'changedOnMachine';
  return facts.reportedState === 'refused' && facts.reportedRevision === facts.wantedRevision ? 'refused' : 'pending';
}
