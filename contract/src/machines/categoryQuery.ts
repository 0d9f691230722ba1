import { listQuery } from '../kit/listQuery.ts';
import { categoryView } from './machine.ts';

/** GET `categories`. */
export const categoryQuery = listQuery({ view: categoryView, itemsPerPage: 30 });
