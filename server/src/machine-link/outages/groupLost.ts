import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import { outageLimits } from '@fournil/contract/machines/outages';

export interface LostMachine {
  machineId: string;
  structureId: string | null;
  lostAt: Date;
}

/** The tree of an organisation: each structure with its parent, and its own machines that are still connected. */
export interface Site {
  id: string;
  parentId: string | null;
  connected: number;
}

export interface Group {
  /** Null for one machine. */
  structureId: string | null;
  machines: LostMachine[];
}

const milliseconds = (minutes: number) => minutes * minuteMilliseconds;

/**
 * SCL-01: the outages among machines that are lost, for some minutes or for longer. Those lost together are one outage
 * of the smallest structure that contains them all, if they are most of the machines of a structure; the others are one
 * each, once they have been lost for long enough.
 */
export function groupLost(lost: readonly LostMachine[], sites: readonly Site[], now: Date): Group[] {
  const groups: Group[] = [];
  const inOrder = lost.toSorted((one, other) => one.lostAt.getTime() - other.lostAt.getTime());
  const isLong = ({ lostAt }: LostMachine) =>
    now.getTime() - lostAt.getTime() >= milliseconds(outageLimits.afterMinutes);
  for (let left = inOrder; left[0] && isLong(left[0]); ) {
    const until = left[0].lostAt.getTime() + milliseconds(outageLimits.togetherMinutes);
    const together = left.filter(({ lostAt }) => lostAt.getTime() <= until);
    left = left.slice(together.length);
    const ofSites = groupBySite(together, sites);
    const grouped = new Set(ofSites.flatMap(({ machines }) => machines));
    const alone = together.filter((one) => !grouped.has(one) && isLong(one));
    groups.push(...ofSites, ...alone.map((one) => ({ structureId: null, machines: [one] })));
  }
  return groups;
}

interface Branch {
  id: string;
  own: LostMachine[];
  children: Branch[];
  lost: number;
  connected: number;
}

function groupBySite(together: readonly LostMachine[], sites: readonly Site[]): Group[] {
  if (together.length < outageLimits.siteMachines) return [];
  const lostIn = Map.groupBy(together, ({ structureId }) => structureId);
  const childrenOf = Map.groupBy(sites, ({ parentId }) => parentId);
  const ids = new Set(sites.map(({ id }) => id));
  const branchOf = ({ id, connected }: Site): Branch => {
    const own = lostIn.get(id) ?? [];
    const children = (childrenOf.get(id) ?? []).map(branchOf);
    const sum = (of: 'lost' | 'connected') => children.reduce((total, child) => total + child[of], 0);
    return { id, own, children, lost: own.length + sum('lost'), connected: connected + sum('connected') };
  };
  const roots = sites.filter(({ parentId }) => parentId === null || !ids.has(parentId)).map(branchOf);
  return roots.flatMap(outagesIn);
}

function outagesIn(branch: Branch): Group[] {
  const { lost, connected, children } = branch;
  if (lost < outageLimits.siteMachines) return [];
  if (lost <= (lost + connected) * outageLimits.siteShare) return children.flatMap(outagesIn);
  const only = children.find((child) => child.lost === lost);
  return only ? outagesIn(only) : [{ structureId: branch.id, machines: lostBelow(branch) }];
}

function lostBelow({ own, children }: Branch): LostMachine[] {
  return [...own, ...children.flatMap(lostBelow)];
}
