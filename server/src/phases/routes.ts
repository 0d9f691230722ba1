import { iri } from '@fournil/contract/kit/addresses';
import { collection } from '@fournil/contract/kit/hydra';
import { phaseGroupTypeQuery } from '@fournil/contract/phases/phaseGroupTypeQuery';
import { type PhaseGroupTypeView, phaseGroupTypes, phaseGroupTypeView } from '@fournil/contract/phases/phaseGroupTypes';
import type { App } from '../kit/http/app.ts';
import { catalogueRoutes } from '../kit/http/catalogue.ts';

/** PHA-01: the phase groups with their criteria; the same for everybody. */
export function phaseRoutes(app: App): void {
  catalogueRoutes(app, {
    path: '/phase_group_types',
    allow: 'phase_group_types.list',
    type: 'PhaseGroupType',
    tag: 'Programs',
    names: {
      list: ['listPhaseGroupTypes', 'List the groups of phases and their limits'],
      item: ['getPhaseGroupType', 'Read a group of phases and its limits'],
    },
    query: phaseGroupTypeQuery,
    list: collection(phaseGroupTypeView),
    item: phaseGroupTypeView,
    read: () => items,
  });
}

const items = phaseGroupTypes.map(
  (type): PhaseGroupTypeView => ({
    '@id': iri('phase_group_types', type.name),
    '@type': 'PhaseGroupType',
    id: type.name,
    ...type,
  }),
);
