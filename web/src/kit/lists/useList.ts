import {
  type ListControllerProps,
  type ListControllerResult,
  type RaRecord,
  useListController,
  useNotify,
} from 'ra-core';
import { useTranslatedError } from '../../data/index.ts';

type ListChoices<Row extends RaRecord> = Omit<ListControllerProps<Row>, 'disableAuthentication'>;

/**
 * The list of the present page, which is the address's (GEN-11). A list that could not be read is `ListFrame`'s to
 * explain: ra-core's own notice would say it again, and stay on the next page. Rows that could not be read again stay,
 * with a notice.
 */
export function useList<Row extends RaRecord>({
  queryOptions,
  ...choices
}: ListChoices<Row>): ListControllerResult<Row> {
  const notify = useNotify();
  const errorText = useTranslatedError();
  const list: ListControllerResult<Row> = useListController<Row>({
    ...choices,
    disableAuthentication: true,
    queryOptions: {
      ...queryOptions,
      onError: (error) => {
        if (list.data) notify(errorText(error), { type: 'warning' });
      },
    },
  });
  return list;
}
