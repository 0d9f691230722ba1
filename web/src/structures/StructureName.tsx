import { Link } from 'react-router-dom';
import { useMay } from '../kit/session/profile.ts';

/** STR-02: a link for those who may open structures, a plain name for others. */
export function StructureName({ id, name, className }: { id: string; name: string; className?: string }) {
  const may = useMay();
  if (!may('structures.show')) return <span className={`clamp ${className ?? ''}`}>{name}</span>;
  return (
    <Link className={`clamp ${className ?? ''}`} to={`/structures/${id}/show`} title={name}>
      {name}
    </Link>
  );
}
