import { machineCounts } from '@fournil/contract/machines/machine';
import { apiFor, ovens } from './api.ts';
import { closeProduct, openProduct, until } from './product.ts';

const patienceSeconds = 180;

/** Playwright calls the default export: starts the real product, and gives what stops it again. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for it
export default async function globalSetup(): Promise<() => Promise<void>> {
  try {
    await openProduct();
    const admin = await apiFor('admin@levain.test');
    // About forty ovens pair, are approved and connect by themselves; one waits for approval, one has not come yet. As real ones
    // do, now and then one has a fault or loses its link for a moment.
    const areUp = async () => {
      const { connected, failing, notApproved } = machineCounts.parse(await admin.get('/machines/counts'));
      // An oven begins its work, and tells of the week before, once it has its programs.
      const fleet = await ovens().catch(() => []);
      const areAtWork = fleet.length > 0 && fleet.every((oven) => oven.chamberTemperature !== null);
      return connected + failing >= 30 && notApproved <= 2 && areAtWork;
    };
    await until('the demonstration’s ovens are connected', areUp, patienceSeconds);
  } catch (error) {
    await closeProduct();
    throw error;
  }
  return closeProduct;
}
