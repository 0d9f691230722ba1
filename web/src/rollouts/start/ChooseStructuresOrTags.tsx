import { useDeferredValue, useId, useState } from 'react';
import { useRead } from '../../data/index.ts';
import { StructureDialog } from '../../kit/structures/StructureDialog.tsx';
import { useRolloutT } from '../messages.ts';
import { clientsReading, structuresOrTagsReading } from '../parts/rolloutQueries.ts';
import { ChooseList } from './ChooseList.tsx';
import type { NamedRecord } from './rolloutDraft.ts';

interface ChooseStructuresOrTagsProps {
  kind: 'structures' | 'tags';
  chosen: readonly NamedRecord[];
  /**
   * The client whose structures or tags are shown initially; empty for the first client, null for the reader's own
   * organisation.
   */
  first: string | null;
  onTake: (chosen: NamedRecord[]) => void;
  onClose: () => void;
}

/** Structures or tags of one client at a time; a ring may hold those of several. */
export function ChooseStructuresOrTags({ first, ...props }: ChooseStructuresOrTagsProps) {
  return first === null ? <OfOne client={null} {...props} /> : <OfClients first={first} {...props} />;
}

function OfClients({ first, ...props }: Omit<ChooseStructuresOrTagsProps, 'first'> & { first: string }) {
  const t = useRolloutT();
  const id = useId();
  const { data: clients } = useRead(clientsReading);
  const [wish, setWish] = useState(first);
  const client = wish || (clients?.[0]?.id ?? '');
  const above = (
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
  );
  return (
    <OfOne
      client={client}
      organisationName={clients?.find((one) => one.id === client)?.name ?? ''}
      above={above}
      {...props}
    />
  );
}

interface OfOneProps extends Omit<ChooseStructuresOrTagsProps, 'first'> {
  client: string | null;
  organisationName?: string;
  above?: React.ReactNode;
}

function OfOne({ kind, client, organisationName, above, chosen, onTake, onClose }: OfOneProps) {
  const t = useRolloutT();
  if (kind === 'tags') return <ChooseTags {...{ client, organisationName, above, chosen, onTake, onClose }} />;
  return (
    <StructureDialog
      title={t('rollouts.create.structures')}
      submit={(count) => t('rollouts.create.take', { smart_count: count })}
      isSeveral
      chosen={chosen}
      above={above}
      // biome-ignore lint/correctness/useHookAtTopLevel: the dialog calls it at its top level, in every rendering
      useChoices={(text) => useStructuresOf(client, text)}
      onChosen={onTake}
      onClose={onClose}
    />
  );
}

function useStructuresOf(client: string | null, text: string) {
  // biome-ignore lint/correctness/useHookAtTopLevel: called through `useChoices`, at the top level of the dialog
  const { data, error, refetch } = useRead(structuresOrTagsReading(client, text));
  return {
    choices: data?.structures,
    others: data ? data.structureTotal - data.structures.length : 0,
    retry: error ? () => void refetch() : undefined,
  };
}

function ChooseTags({ client, organisationName, ...props }: Omit<OfOneProps, 'kind'>) {
  const t = useRolloutT();
  const [text, setText] = useState('');
  const { data } = useRead(structuresOrTagsReading(client, useDeferredValue(text).trim()));
  return (
    <ChooseList
      title={t('rollouts.create.tags')}
      search={t('rollouts.create.searchTags')}
      choices={data?.tags.map((tag) => (organisationName === undefined ? tag : { ...tag, note: organisationName }))}
      others={data ? data.tagTotal - data.tags.length : 0}
      onText={setText}
      {...props}
    />
  );
}
