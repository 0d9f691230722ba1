import { machineCounts } from '@fournil/contract/machines/machine';
import type { FullConfig } from '@playwright/test';
import { apiFor, ovens } from './kit/api.ts';
import { closeProduct, openProduct, type Product, until } from './kit/product.ts';

const patienceSeconds = 180;

/** Playwright calls the default export: starts a product for each worker, and returns a function that stops them. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for it
export default async function globalSetup({ workers }: FullConfig): Promise<() => Promise<void>> {
  const each = Array.from({ length: workers }, (_, worker) => worker);
  const closeAll = async () => {
    await Promise.all(each.map(closeProduct));
  };
  try {
    // Started one after the other, because each looks for free ports; they become ready in any order.
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
 * About forty ovens pair, are approved and connect by themselves; one waits for approval, one has not connected yet.
 * They have faults and lose their link now and then.
 */
async function fleetIsUp(product: Product): Promise<void> {
  const admin = await apiFor('admin@levain.test', product);
  const areUp = async () => {
    const { connected, failing, notApproved } = machineCounts.parse(await admin.get('/machines/counts'));
    // An oven begins its work, and reports the past week, once it has its programs.
    const fleet = await ovens(product).catch(() => []);
    const areAtWork = fleet.length > 0 && fleet.every((oven) => oven.chamberTemperature !== null);
    return connected + failing >= 30 && notApproved <= 2 && areAtWork;
  };
  await until('the demonstration’s ovens are connected', areUp, patienceSeconds);
}
