import { useQuery } from '@tanstack/react-query';
import { Tags } from './Tags.tsx';
import { tagsQuery } from './tagsQuery.ts';

/** Tags by their ids. */
export function TagNames({ ids }: { ids: readonly string[] }) {
  const { data: tags } = useQuery({ ...tagsQuery, enabled: ids.length > 0 });
  return <Tags tags={ids.map((id) => ({ id, name: tags?.find((tag) => tag.id === id)?.name ?? '…' }))} />;
}
