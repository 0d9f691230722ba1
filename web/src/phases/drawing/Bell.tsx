/** The oven rings here. Decorative: the step's own text says it. */
export function Bell({ x, y }: { x: number; y: number }) {
  return (
    <path
      className="drawing__bell"
      transform={`translate(${x - 7} ${y})`}
      d="M7 1.2a4 4 0 0 1 4 4c0 3.4 1.4 4.4 1.4 4.4H1.6S3 8.6 3 5.2a4 4 0 0 1 4-4ZM5.6 11.8a1.5 1.5 0 0 0 2.8 0"
    />
  );
}
