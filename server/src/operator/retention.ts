import { retentions } from '../app/index.ts';
import { withServer } from './access.ts';
import type { CommandCall } from './commandCall.ts';

/**
 * SEC-09: prints for each rule how long it keeps data and what is due; with `now`, does that. The running product
 * does so every hour.
 */
export function showRetention({ config, say }: CommandCall, isNow: boolean): Promise<number> {
  return withServer(config, async (services) => {
    for (const rule of retentions) {
      const count = isNow ? await rule.remove(services) : await rule.due(services);
      say(`${rule.name}: kept ${rule.keptFor}; ${count} ${isNow ? (rule.did ?? 'deleted') : 'due'}`);
    }
    return 0;
  });
}
