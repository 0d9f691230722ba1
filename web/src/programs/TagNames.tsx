import { useRead } from '../data/index.ts';
import { tagsReading } from './inputs/tagsReading.ts';
import { Tags } from './Tags.tsx';

/** Tags by their ids. */
export function TagNames({ ids }: { ids: readonly string[] }) {
  const tags = useRead({ ...tagsReading, enabled: ids.length > 0 }).data?.data;
  return <Tags tags={ids.map((id) => ({ id, name: tags?.find((tag) => tag.id === id)?.name ?? '…' }))} />;
}
