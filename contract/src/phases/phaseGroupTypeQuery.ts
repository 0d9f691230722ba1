import { listQuery } from '../kit/listQuery.ts';
import { phaseGroupTypeView } from './phaseGroupTypes.ts';

/** GET `phase_group_types`. */
export const phaseGroupTypeQuery = listQuery({ view: phaseGroupTypeView, itemsPerPage: 30 });
