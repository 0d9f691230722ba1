import { iri } from '@fournil/contract/kit/addresses';
import { collection } from '@fournil/contract/kit/hydra';
import { phaseGroupTypes, phaseGroupTypeView } from '@fournil/contract/phases/phaseGroupTypes';
import type { App } from '../kit/http/app.ts';
import { envelope } from '../kit/http/list.ts';

/** PHA-01: the phase groups with their criteria; the same for everybody. */
export function phaseRoutes(app: App): void {
  app.get(
    '/phase_group_types',
    { config: { allow: 'phase_group_types.list' }, schema: { response: { 200: collection(phaseGroupTypeView) } } },
    (request) => {
      const items = phaseGroupTypes.map((type) => ({
        '@id': iri('phase_group_types', type.name),
        '@type': 'PhaseGroupType',
        ...type,
      }));
      return Promise.resolve(
        envelope(request.url, 'PhaseGroupType', items, items.length, { page: 1, itemsPerPage: items.length }),
      );
    },
  );
}
