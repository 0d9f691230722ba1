import { documentedStatuses } from '../../api/index.ts';
import type { Web } from '../../app/app.ts';

/** Tests make statements fail, to see what happens then. */
const unexpected = '500';
/** Where the document asks for no body, these are about one that was sent all the same. */
const ofBodies = ['400', '413', '415'];

/** INT-02: fails when a call was answered with a status that the OpenAPI document does not name. */
export async function refuseUndocumented({ calls, metrics }: Web): Promise<void> {
  const documented = documentedStatuses(calls);
  const counted = await metrics.getSingleMetric('fournil_http_requests_total')?.get();
  const undocumented = (counted?.values ?? []).flatMap(({ labels: { method, route, status } }) => {
    const call = `${method} ${route}`;
    return isMissing(documented.get(call), String(status)) ? [`${call} answered ${status}`] : [];
  });
  if (undocumented.length > 0)
    throw new Error(`The OpenAPI document does not name these answers:\n${undocumented.join('\n')}`);
}

function isMissing(statuses: ReadonlySet<string> | undefined, status: string): boolean {
  if (statuses === undefined || statuses.has(status) || status === unexpected) return false;
  return statuses.has('413') || !ofBodies.includes(status);
}
