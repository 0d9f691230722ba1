import { rem } from '../rem.ts';

/** The logo: a dome that is both a loaf and an oven mouth, with an F. Decorative: the product's name is beside it. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={rem(size)} height={rem(size)} viewBox="0 0 32 32" aria-hidden="true">
      <path fill="var(--crust)" d="M3 28V14.5C3 7.6 8.8 2 16 2s13 5.6 13 12.5V28a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2Z" />
      <g fill="var(--on-crust)">
        <path d="M12.9 8.2c1.2 5.4 .4 10.7-1.7 15.8-1.9-5-1.7-11.3 1.7-15.8Z" />
        <path d="M13.6 10.8c3.5-3.4 7.5-4.4 12-3-3.2 3.3-7.2 4.3-12 3Z" />
        <path d="M13.2 17.5c2.5-2.6 5.6-3.4 9.3-2.5-2.5 2.7-5.6 3.5-9.3 2.5Z" />
      </g>
    </svg>
  );
}
