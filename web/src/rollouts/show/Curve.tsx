import type { RolloutCurve, RolloutView } from '@fournil/contract/rollouts/rollout';
import { useRead } from '../../data/index.ts';
import { useDates } from '../../kit/format/dates.ts';
import { Failed } from '../../kit/pages/Failed.tsx';
import { useNumber } from '../../kit/useT.ts';
import { useRolloutT } from '../messages.ts';
import { curveReading, isOpen } from '../parts/rolloutQueries.ts';
import { areasOf, heldAt, plot, rowsOf } from './curve.ts';
import './curve.css';

const tableRows = 24;

/** How many machines held it over time, as a drawing and as a table. */
export function Curve({ rollout }: { rollout: RolloutView }) {
  const t = useRolloutT();
  const { data, error, refetch } = useRead(curveReading(rollout, isOpen(rollout)));
  return (
    <section className="curve" aria-busy={!data && !error}>
      <h2>{t('rollouts.curve.title')}</h2>
      {error && !data && <Failed onRetry={() => void refetch()} />}
      {data && <Drawn rollout={rollout} points={data.points} />}
    </section>
  );
}

interface CurveProps {
  rollout: RolloutView;
  points: RolloutCurve['points'];
}

function Drawn({ rollout: { rings }, points }: CurveProps) {
  const t = useRolloutT();
  const dates = useDates();
  const number = useNumber();
  const total = rings.reduce((sum, { size }) => sum + size, 0);
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return <p className="soft">{t('rollouts.curve.none')}</p>;
  const said = t('rollouts.curve.said', { smart_count: heldAt(last), size: number(total) });
  return (
    <>
      <p className="curve__said">{said}</p>
      <div className="curve__plot">
        <span className="curve__top" aria-hidden="true">
          {t('rollouts.curve.top', { smart_count: total })}
        </span>
        <svg
          viewBox={`0 0 ${plot.width} ${plot.height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${t('rollouts.curve.label')}: ${said}`}
        >
          {areasOf(points, rings.length, total).map((path, ring) => (
            <path key={rings[ring]?.position} d={path} fill={shadeOf(ring, rings.length)} className="curve__area" />
          ))}
          <path d={`M0 0H${plot.width}M0 ${plot.height}H${plot.width}`} className="curve__line" />
        </svg>
      </div>
      <p className="curve__axis soft" aria-hidden="true">
        <span>{dates.date(first.at, 'dayAndTime')}</span>
        <span>{dates.date(last.at, 'dayAndTime')}</span>
      </p>
      <ul className="curve__legend" aria-label={t('rollouts.curve.rings')}>
        {rings.map(({ position, name, size }) => (
          <li key={position}>
            <span
              className="curve__sample"
              style={{ background: shadeOf(position, rings.length) }}
              aria-hidden="true"
            />
            {name} <span className="soft">{`${number(last.held[position] ?? 0)} / ${number(size)}`}</span>
          </li>
        ))}
      </ul>
      <details className="curve__table">
        <summary>{t('rollouts.curve.table')}</summary>
        <Table rings={rings} points={points} />
      </details>
    </>
  );
}

function Table({ rings, points }: { rings: RolloutView['rings']; points: CurveProps['points'] }) {
  const t = useRolloutT();
  const dates = useDates();
  const number = useNumber();
  return (
    <div className="curve__scroll">
      <table className="table">
        <caption className="unseen">{t('rollouts.curve.label')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('rollouts.curve.at')}</th>
            {rings.map(({ position, name }) => (
              <th key={position} scope="col" className="number">
                {name}
              </th>
            ))}
            <th scope="col" className="number">
              {t('rollouts.curve.all')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(points, tableRows).map((point) => (
            <tr key={point.at}>
              <th scope="row">{dates.date(point.at, 'dayAndTime')}</th>
              {rings.map(({ position }) => (
                <td key={position} className="number">
                  {number(point.held[position] ?? 0)}
                </td>
              ))}
              <td className="number">{number(heldAt(point))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The first ring is the strongest, the last one the faintest. */
function shadeOf(ring: number, rings: number): string {
  const share = rings === 1 ? 100 : Math.round(100 - (ring / (rings - 1)) * 65);
  return `color-mix(in srgb, var(--connected) ${share}%, var(--paper))`;
}
