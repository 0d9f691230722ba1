import type { ProgramView } from '@fournil/contract/programs/program';
import './programWords.css';

export function Tags({ tags }: { tags: readonly Pick<ProgramView['tags'][number], 'id' | 'name'>[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="tag-list">
      {tags.map((tag) => (
        <li key={tag.id} className="tag">
          <span className="clamp" title={tag.name}>
            {tag.name}
          </span>
        </li>
      ))}
    </ul>
  );
}
