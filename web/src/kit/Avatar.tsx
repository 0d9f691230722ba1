import './avatar.css';

/** A person's initials. Decorative: the name stands beside it. */
export function Avatar({ name, size = 32 }: { name: string; size?: number }) {
  const words = name.split(/\s+/).filter(Boolean);
  const initials = `${words[0]?.[0] ?? ''}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toUpperCase();
  return (
    <span className="avatar" style={{ width: size, height: size, fontSize: size * 0.4 }} aria-hidden="true">
      {initials}
    </span>
  );
}
