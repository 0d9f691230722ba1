import type { MenuDetail } from '@fournil/contract/menus/menu';
import { useParams } from 'react-router-dom';
import { useRecord } from '../../data/index.ts';

/** The menu of the present address, read again whenever the page is opened. */
export function useMenu() {
  const { id = '' } = useParams();
  return useRecord<MenuDetail>('menus', id, { isAfresh: true });
}
