import { Picture } from '../images/Picture.tsx';
import { rem } from '../rem.ts';
import './avatar.css';

/** A person's picture, or their initials. Decorative: the name is beside it. */
export function Avatar({
  name,
  imageUrl = null,
  size = 32,
}: {
  name: string;
  imageUrl?: string | null;
  size?: number;
}) {
  const words = name.split(/\s+/).filter(Boolean);
  const initials = `${words[0]?.[0] ?? ''}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toUpperCase();
  return (
    <Picture imageUrl={imageUrl} size={size} className="avatar avatar--picture">
      <span
        className="avatar"
        style={{ width: rem(size), height: rem(size), fontSize: rem(size * 0.4) }}
        aria-hidden="true"
      >
        {initials}
      </span>
    </Picture>
  );
}
