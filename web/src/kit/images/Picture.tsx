import { imageInSize } from '@fournil/contract/images/images';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { rem } from '../rem.ts';
import './pictures.css';

/** The smallest file that is sharp at this size on a high-resolution screen. */
function addressFor(imageUrl: string, size: number): string {
  return imageInSize(imageUrl, size <= 48 ? '96' : size <= 160 ? '320' : 'full');
}

/**
 * A square picture, or `fallback` when there is none or it cannot be loaded. Decorative: a name is beside it.
 */
export function Picture({
  imageUrl,
  size,
  className = 'picture',
  children = null,
}: {
  imageUrl: string | null;
  size: number;
  className?: string;
  children?: ReactNode;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  if (!imageUrl || failed === imageUrl) return children;
  return (
    <img
      className={className}
      src={addressFor(imageUrl, size)}
      style={{ '--size': rem(size) } as CSSProperties}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(imageUrl)}
    />
  );
}
