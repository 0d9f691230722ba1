import { say } from '@fournil/contract/kit/words';
import { occupationWords } from '@fournil/contract/machines/activities';
import { faultTexts } from '@fournil/contract/machines/faults';
import type { MachineView } from '@fournil/contract/machines/machine';
import type { MachineStats } from '@fournil/contract/machines/stats';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useDates } from '../../kit/format/dates.ts';
import { listLink } from '../../kit/lists/listLink.ts';
import { useNumber } from '../../kit/useT.ts';
import { useT } from '../messages.ts';
import { type Column, ColumnChart } from './ColumnChart.tsx';
import { occupationColours, roundTop, stackedOccupations, stretchesOf } from './statsParts.ts';
import { useHours } from './useHours.ts';

interface ChartProps {
  stats: MachineStats;
  machine: MachineView;
}

type Stretch = ReturnType<typeof stretchesOf>[number];

/** Hours and energy over the days, the same columns for both. */
export function DayCharts({ stats, machine }: ChartProps) {
  const t = useT();
  const stretches = stretchesOf(stats.days);
  const name = useStretchName(machine);
  const energy = stats.energyKilowattHours;
  const number = useNumber();
  return (
    <>
      <HoursByDay stretches={stretches} name={name} />
      {energy !== null && (
        <EnergyByDay
          stretches={stretches}
          name={name}
          total={t('machines.stats.kilowattHours', { value: number(Math.round(energy)) })}
        />
      )}
    </>
  );
}

interface DaysProps {
  stretches: readonly Stretch[];
  name: ReturnType<typeof useStretchName>;
}

function HoursByDay({ stretches, name }: DaysProps) {
  const t = useT();
  const { language } = useDates();
  const hours = useHours();
  const used = stackedOccupations.filter((one) => stretches.some(({ seconds }) => (seconds[one] ?? 0) > 0));
  const word = (one: (typeof used)[number]) => say(occupationWords[one], language);
  const columns = stretches.map((stretch): Column => {
    const parts = used.map((one) => ({
      name: one,
      value: (stretch.seconds[one] ?? 0) / 3600,
      colour: occupationColours[one],
    }));
    const said = used.flatMap((one) =>
      (stretch.seconds[one] ?? 0) > 0 ? [`${word(one).toLowerCase()} ${hours(stretch.seconds[one] ?? 0)}`] : [],
    );
    const bakes = t('machines.history.bakes', { smart_count: stretch.bakes });
    return { key: stretch.from.date, ...name(stretch), parts, text: [bakes, ...said].join(' · ') };
  });
  const top = roundTop(Math.max(...columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0))));
  return (
    <section className="stats__wide">
      <h2>{t('machines.stats.byDay')}</h2>
      <ColumnChart label={t('machines.stats.byDay')} columns={columns} top={{ value: top, text: hours(top * 3600) }} />
      <ul className="stats__legend">
        {used.map((one) => (
          <li key={one}>
            <span style={{ background: occupationColours[one] }} aria-hidden="true" />
            {word(one)}
          </li>
        ))}
      </ul>
      <AsTable head={[t('machines.stats.day'), t('machines.stats.runs'), ...used.map(word)]}>
        {stretches.map((stretch) => (
          <tr key={stretch.from.date}>
            <th scope="row">{name(stretch).label}</th>
            <td className="number">{stretch.bakes}</td>
            {used.map((one) => (
              <td key={one} className="number">
                {hours(stretch.seconds[one] ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </AsTable>
    </section>
  );
}

function EnergyByDay({ stretches, name, total }: DaysProps & { total: string }) {
  const t = useT();
  const number = useNumber();
  const text = (value: number) => t('machines.stats.kilowattHours', { value: number(Math.round(value * 10) / 10) });
  const columns = stretches.map((stretch): Column => {
    const value = stretch.energyKilowattHours;
    return {
      key: stretch.from.date,
      ...name(stretch),
      parts: [{ name: 'energy', value, colour: 'var(--crust)' }],
      text: text(value),
    };
  });
  const top = roundTop(Math.max(...stretches.map(({ energyKilowattHours }) => energyKilowattHours)));
  return (
    <section className="stats__wide">
      <h2>
        {t('machines.stats.energyByDay')} <small>{t('machines.stats.total', { value: total })}</small>
      </h2>
      <ColumnChart label={t('machines.stats.energyByDay')} columns={columns} top={{ value: top, text: text(top) }} />
      <AsTable head={[t('machines.stats.day'), 'kWh']}>
        {stretches.map((stretch) => (
          <tr key={stretch.from.date}>
            <th scope="row">{name(stretch).label}</th>
            <td className="number">{number(Math.round(stretch.energyKilowattHours * 100) / 100)}</td>
          </tr>
        ))}
      </AsTable>
    </section>
  );
}

/** The label of a column: its day, or its first and last day. */
function useStretchName(machine: MachineView) {
  const t = useT();
  const dates = useDates(machine);
  return ({ from, to }: Stretch) => {
    const label =
      from === to
        ? dates.date(from.from, 'longDay')
        : t('machines.stats.week', {
            from: dates.date(from.from, 'dayOfMonth'),
            to: dates.date(to.from, 'dayOfMonth'),
          });
    return { label, short: dates.date(to.from, 'dayOfMonth') };
  };
}

function AsTable({ head, children }: { head: readonly string[]; children: ReactNode }) {
  const t = useT();
  return (
    <details className="stats__table">
      <summary>{t('machines.stats.asTable')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard */}
      <section aria-label={t('machines.stats.asTable')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {head.map((one, index) => (
                <th key={one} scope="col" className={index > 0 ? 'number' : undefined}>
                  {one}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </section>
    </details>
  );
}

/** One line per month with its fault codes, as text instead of a chart, because the numbers are small. */
export function ErrorsByMonth({ stats, machine }: ChartProps) {
  const t = useT();
  const dates = useDates(machine);
  const months = stats.months.map((one) => ({ ...one, count: one.errors.reduce((sum, { count }) => sum + count, 0) }));
  const most = Math.max(...months.map(({ count }) => count), 1);
  const nextMonth = (start: string) => months.find((later) => later.from > start)?.from;
  const total = months.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="stats__wide">
      <h2>
        {t('machines.stats.errors')} <small>{t('machines.stats.total', { value: total })}</small>
      </h2>
      <table className="bars bars--months">
        <caption className="unseen">{t('machines.stats.errors')}</caption>
        <tbody>
          {months.map(({ month, from, errors, count }) => (
            <tr key={month}>
              <th scope="row">{dates.date(from, 'month')}</th>
              <td>
                {count > 0 && (
                  <span
                    className="bars__bar"
                    style={{ width: `${((count / most) * 100).toFixed(1)}px`, background: 'var(--failing)' }}
                  />
                )}
                {count === 0 ? <span className="soft">{t('machines.stats.noError')}</span> : count}
                {errors.map(({ code, count: times }) => (
                  <Link
                    key={code}
                    className="soft"
                    to={listLink('faults', { machine: machine.id, kind: code, from, to: nextMonth(from) })}
                  >
                    {times} × {code} {say(faultTexts[code].name, dates.language)}
                  </Link>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
