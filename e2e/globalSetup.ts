import { machineCounts } from '@fournil/contract/machines/machine';
import type { FullConfig } from '@playwright/test';
import { apiFor, ovens } from './kit/api.ts';
import { closeProduct, openProduct, type Product, until } from './kit/product.ts';

const patienceSeconds = 180;

/** Playwright calls the default export: starts a real product for each worker, and gives what stops them again. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for it
export default async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const each = Array.from({ length: workers }, (_, worker) => worker);
  const closeAll = async () => {
    await Promise.all(each.map(closeProduct));
  };
  try {
    // Started one after the other, so that none of them looks for a free port while another does; ready in any order.
    const products: Product[] = [];
    for (const worker of each) products.push(await openProduct(worker));
    await Promise.all(products.map(fleetIsUp));
  } catch (error) {
    await closeAll();
    throw error;
  }
  return closeAll;
}

/**
 * About forty ovens pair, are approved and connect by themselves; one waits for approval, one has not come yet. As real
 * ones do, now and then one has a fault or loses its link for a moment.
 */
async function fleetIsUp(product: Product): Promise<void> {
  const admin = await apiFor('admin@levain.test', product);
  const areUp = async () => {
    const { connected, failing, notApproved } = machineCounts.parse(await admin.get('/machines/counts'));
    // An oven begins its work, and tells of the week before, once it has its programs.
    const fleet = await ovens(product).catch(() => []);
    const areAtWork = fleet.length > 0 && fleet.every((oven) => oven.chamberTemperature !== null);
    return connected + failing >= 30 && notApproved <= 2 && areAtWork;
  };
  await until('the demonstration’s ovens are connected', areUp, patienceSeconds);
}
