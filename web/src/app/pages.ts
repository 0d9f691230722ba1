import { product } from '@fournil/contract/product';
import { matchRoutes } from 'react-router-dom';
import { accessReviewPages } from '../access-review/pages.ts';
import { accountPages } from '../accounts/pages.ts';
import { tokenPages } from '../api-tokens/pages.ts';
import { controlPages } from '../control/pages.ts';
import { demoPages } from '../demo/pages.ts';
import { differencePages } from '../differences/pages.ts';
import { historyPages } from '../history/pages.ts';
import { homePages } from '../home/pages.ts';
import { hoursPages } from '../hours/pages.ts';
import { imagePages } from '../images/pages.ts';
import { type Page, type Pages, page } from '../kit/pages/page.ts';
import { machinePages } from '../machines/pages.ts';
import { menuPages } from '../menus/pages.ts';
import { modelPages } from '../models/pages.ts';
import { programPages } from '../programs/pages.ts';
import { recycleBinPages } from '../recycle-bin/pages.ts';
import { rolloutPages } from '../rollouts/pages.ts';
import { updatePages } from '../software-updates/pages.ts';
import { structurePages } from '../structures/pages.ts';
import { tagPages } from '../tags/pages.ts';
import { userPages } from '../users/pages.ts';
import { webhookPages } from '../webhooks/pages.ts';

const ownPages: Pages = {
  '/not-granted': page(() => import('./NotFound.tsx'), 'NotGranted'),
  // GEN-10
  '/errors': page(() => import('./NotFound.tsx'), 'ToHome'),
  '/program_machines': page(() => import('./NotFound.tsx'), 'ToHome'),
};

const registered: Pages = {
  ...accessReviewPages,
  ...accountPages,
  ...tokenPages,
  ...controlPages,
  ...demoPages,
  ...differencePages,
  ...historyPages,
  ...homePages,
  ...hoursPages,
  ...imagePages,
  ...machinePages,
  ...menuPages,
  ...modelPages,
  ...programPages,
  ...recycleBinPages,
  ...rolloutPages,
  ...updatePages,
  ...structurePages,
  ...tagPages,
  ...userPages,
  ...webhookPages,
  ...ownPages,
};

export type PageOfPath = [path: string, page: Page];

/** All pages, with the paths of their routes; the product's name is known once the document has been read. */
export function allPages(): PageOfPath[] {
  return Object.entries(registered).map(([path, one]) => [path.replace('{product}', product.slug), one]);
}

/** The page at this address, which may have a query. */
export function pageAt(address: string): Page | undefined {
  const routes = allPages().map(([path, one]) => ({ path, handle: one }));
  return matchRoutes(routes, address)?.at(-1)?.route.handle;
}
