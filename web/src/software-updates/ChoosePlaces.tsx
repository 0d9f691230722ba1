import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ChooseList } from './ChooseList.tsx';
import type { Named } from './rolloutDraft.ts';
import { useRolloutT } from './rolloutMessages.ts';
import { clientsQuery, placesQuery } from './rolloutQueries.ts';

interface ChoosePlacesProps {
  kind: 'structures' | 'tags';
  chosen: readonly Named[];
  /** The client whose places are shown at first; empty for the first of all. */
  first: string;
  onTake: (chosen: Named[]) => void;
  onClose: () => void;
}

/** Structures or tags of one client at a time; a ring may hold those of several. */
export function ChoosePlaces({ kind, first, ...props }: ChoosePlacesProps) {
  const t = useRolloutT();
  const id = useId();
  const { data: clients } = useQuery(clientsQuery);
  const [wish, setWish] = useState(first);
  const client = wish || (clients?.[0]?.id ?? '');
  const { data: places } = useQuery(placesQuery(client));
  const society = clients?.find((one) => one.id === client)?.name ?? '';
  const choices = places?.[kind].map((place) => ({ ...place, note: society }));
  return (
    <ChooseList
      title={t(`rollouts.create.${kind}`)}
      search={t(kind === 'structures' ? 'rollouts.create.searchStructures' : 'rollouts.create.searchTags')}
      choices={choices}
      above={
        <div className="field">
          <label className="field__label" htmlFor={id}>
            {t('rollouts.create.ofClient')}
          </label>
          <select id={id} className="control" value={client} onChange={(event) => setWish(event.target.value)}>
            {clients?.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </div>
      }
      {...props}
    />
  );
}
