/** The brand's picture, an SVG without text: an oven mouth at full heat with three loaves. */
const centre = { x: 400, y: 470 };
const rings = ['#5a2a14', '#8b2e19', '#c63d22', '#e05131', '#ea6a3e', '#ef834c', '#f29c59', '#f4b568', '#f6cc7f'];
const stones = 19;

export function OvenMouth() {
  return (
    <svg className="oven-mouth" viewBox="0 0 800 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect className="oven-mouth__wall" width="800" height="900" />
      {Array.from({ length: stones }, (_, index) => (
        <Stone key={`stone${String(index)}`} index={index} />
      ))}
      {[0, 1, 2].map((row) => (
        <g key={row} className="oven-mouth__stone">
          <rect x={32} y={476 + row * 54} width={52} height={48} />
          <rect x={716} y={476 + row * 54} width={52} height={48} />
        </g>
      ))}
      {rings.map((colour, index) => {
        const radius = 306 - index * 27;
        const middle = 503 + index * 11.4;
        return (
          <path
            key={colour}
            fill={colour}
            d={`M${centre.x - radius} 632V${middle}a${radius} ${radius} 0 0 1 ${radius * 2} 0V632Z`}
          />
        );
      })}
      <Loaf x={112} y={556} width={176} height={76} />
      <Loaf x={512} y={556} width={176} height={76} />
      <Loaf x={300} y={542} width={200} height={90} />
      <rect className="oven-mouth__shelf" x="16" y="630" width="768" height="15" />
      <Bricks />
    </svg>
  );
}

function Stone({ index }: { index: number }) {
  const from = Math.PI + (index / stones) * Math.PI + 0.012;
  const to = Math.PI + ((index + 1) / stones) * Math.PI - 0.012;
  const at = (radius: number, angle: number) =>
    `${(centre.x + radius * Math.cos(angle)).toFixed(1)} ${(centre.y + radius * Math.sin(angle)).toFixed(1)}`;
  return <path className="oven-mouth__stone" d={`M${at(316, from)}L${at(368, from)}L${at(368, to)}L${at(316, to)}Z`} />;
}

function Loaf({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  const shoulder = width * 0.22;
  return (
    <>
      <path
        fill="#6d2d0b"
        d={`M${x} ${y + height}c0-${height * 0.6} ${shoulder * 0.3}-${height} ${shoulder}-${height}q${width / 2 - shoulder}-8 ${width - shoulder * 2} 0c${shoulder * 0.7} 0 ${shoulder} ${height * 0.4} ${shoulder} ${height}Z`}
      />
      {[0.28, 0.5, 0.72].map((share) => (
        <path
          key={share}
          fill="#f8dd9b"
          d={`M${x + width * share - 12} ${y + height * 0.62}c0-22 12-40 28-46c0 20-10 38-28 46Z`}
        />
      ))}
    </>
  );
}

function Bricks() {
  return (
    <g className="oven-mouth__brick">
      {[0, 1, 2, 3, 4].map((row) =>
        [-1, 0, 1, 2, 3, 4, 5, 6, 7].map((column) => (
          <rect
            key={`${row}.${column}`}
            x={26 + column * 108 - (row % 2) * 54}
            y={652 + row * 52}
            width={102}
            height={46}
          />
        )),
      )}
    </g>
  );
}
