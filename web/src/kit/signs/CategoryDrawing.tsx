import type { MachineCategoryCode } from '@fournil/contract/machines/catalogue';
import type { ReactNode } from 'react';
import { rem } from '../rem.ts';

/** A drawing for each category of machines: lines in ink, heated parts in a warm colour. 56 × 60 units. */
const drawings: Record<MachineCategoryCode, ReactNode> = {
  deck: (
    <>
      <path d="M4 4h48v49H4zM4 20h48M4 36h48M8 53v6M48 53v6" />
      <path className="warm" d="M10 8h28v8H10zM10 24h28v8H10zM10 41h28v8H10z" />
      <path d="M44 12h4M44 28h4M44 45h4" />
    </>
  ),
  rack: (
    <>
      <path d="M6 3h44v52H6zM12 55v4M44 55v4" />
      <path className="warm" d="M12 9h24v40H12z" />
      <path d="M16 15h16M16 21h16M16 27h16M16 33h16M16 39h16M24 9v40M43 14h.01M43 20h.01M42 26v12" />
    </>
  ),
  convection: (
    <>
      <path d="M4 8h48v40H4zM9 48v8M47 48v8" />
      <path className="warm" d="M9 14h29v28H9z" />
      <circle cx="23.5" cy="28" r="8.5" />
      <path d="M23.5 28c-1-4 1-7 4-7M23.5 28c4-1 7 1 7 4M23.5 28c1 4-1 7-4 7M23.5 28c-4 1-7-1-7-4M45 16h.01M45 22h.01M45 30v8" />
    </>
  ),
  combi: (
    <>
      <path d="M5 5h46v46H5zM10 51v7M46 51v7M5 15h46M11 10h8M44 10h.01M38 10h.01" />
      <path className="warm" d="M11 20h28v25H11z" />
      <path d="M19 39c-3-3 3-5 0-8s3-5 0-7M28 39c-3-3 3-5 0-8s3-5 0-7M45 24v14" />
    </>
  ),
  pizza: (
    <>
      <path d="M3 50V32C3 18 14 8 28 8s25 10 25 24v18ZM8 50v7M48 50v7" />
      <path className="warm" d="M11 44v-9c0-8 7-14 17-14s17 6 17 14v9Z" />
      <path d="M14 44c3-3 8-4 14-4s11 1 14 4M24 35h.01M31 33h.01M28 37h.01M28 8V3" />
    </>
  ),
  proofer: (
    <>
      <path d="M4 4h48v50H4zM28 4v50M9 54v5M47 54v5" />
      <path className="warm" d="M9 10h14v36H9zM33 10h14v36H33z" />
      <path d="M11 22c1-4 9-4 10 0ZM11 38c1-4 9-4 10 0ZM35 22c1-4 9-4 10 0ZM35 38c1-4 9-4 10 0ZM25.5 27v6M30.5 27v6" />
    </>
  ),
};

export function CategoryDrawing({ category, size = 56 }: { category: MachineCategoryCode; size?: number }) {
  return (
    <svg
      className="category-drawing"
      width={rem(size)}
      height={rem((size * 62) / 56)}
      viewBox="0 0 56 62"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawings[category]}
    </svg>
  );
}
