import { dateAfter, dateOf, startOfDate, zoneFor } from '@fournil/contract/kit/zones';
import { type FormEvent, useId, useState } from 'react';
import { fetchFile, type Query, saveFile, serverNow, useAct } from '../../data/index.ts';
import { Modal } from '../../kit/dialogs/Modal.tsx';
import { useProfile } from '../../kit/session/profile.ts';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { MachineFilterTexts } from '../list/MachineFilters.tsx';
import { useMachineCounts } from '../list/useMachineCounts.ts';
import { useT } from '../messages.ts';
import './extract.css';

const kinds = ['activities', 'errors'] as const;
type Kind = (typeof kinds)[number];
/** Days until today, or calendar weeks and months before the present one. */
const periods = {
  lastWeek: null,
  lastMonth: null,
  week: 7,
  month: 30,
  quarter: 90,
  year: 365,
  all: null,
  own: null,
} as const;
type Period = keyof typeof periods;

export interface ExtractProps {
  /** One machine, or the list with these filters. */
  machine: { id: string; timezone: string | null } | null;
  filters?: Query;
  kind?: Kind;
  /** HIS-03: the activities of every machine, for this client admin. */
  everyActivityFor?: string;
}

/** MAC-08: loaded when it is opened. */
export function ExtractDialog({
  machine,
  filters = {},
  kind: first = 'activities',
  everyActivityFor,
  onClose,
}: ExtractProps & { onClose: () => void }) {
  const t = useT();
  const form = useId();
  const [kind, setKind] = useState<Kind>(first);
  const { zone, period, setPeriod, own, setOwn, span, isWrong } = usePeriod(machine);
  const extract = useAct<boolean>({
    changes: 'nothing',
    send: async () => {
      const file = await (everyActivityFor
        ? fetchFile(`/users/${everyActivityFor}/export_machines_activities`, span)
        : machine
          ? fetchFile(`/machines/${machine.id}/${kind}.csv`, span)
          : fetchFile('/machines/usage.csv', { ...filters, kind, ...span }));
      const isEmpty = await hasNoRows(file.blob);
      if (!isEmpty) saveFile(file);
      return isEmpty;
    },
    onDone: (isEmpty) => !isEmpty && onClose(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWrong) extract.act();
  };
  return (
    <Modal
      title={t('machines.extract.title')}
      onClose={onClose}
      actions={
        <button type="submit" form={form} className="button button--main" disabled={isWrong || extract.isPending}>
          {t(extract.isPending ? 'machines.extract.writing' : 'machines.extract.download')}
        </button>
      }
    >
      <form noValidate id={form} className="extract" onSubmit={submit}>
        <Lead machine={machine} filters={everyActivityFor ? null : filters} zone={zone} />
        {!everyActivityFor && (
          <Choices
            legend={t('machines.extract.kind')}
            name="kind"
            values={kinds}
            value={kind}
            textOf={(one) => t(`machines.extract.kinds.${one}`)}
            onChoose={setKind}
          />
        )}
        <Choices
          legend={t('machines.extract.period')}
          name="period"
          values={Object.keys(periods) as Period[]}
          value={period}
          textOf={(one) => t(`machines.extract.periods.${one}`)}
          onChoose={setPeriod}
        />
        {period === 'own' && <OwnPeriod own={own} isWrong={isWrong} onChange={setOwn} />}
        <p role="status">{extract.answer === true && t('machines.extract.empty')}</p>
      </form>
    </Modal>
  );
}

interface LeadProps {
  machine: ExtractProps['machine'];
  /** Those of the list; null for the activities of every machine. */
  filters: Query | null;
  zone: string;
}

function Lead({ machine, filters, zone }: LeadProps) {
  const t = useT();
  const profile = useProfile();
  const unit = profile?.temperatureUnitPreference ?? 'C';
  const eachItsOwn = machine === null && profile?.displayDatePreference === 2;
  return (
    <>
      {!machine && (filters ? <Fleet filters={filters} /> : <p>{t('machines.extract.everyMachine')}</p>)}
      <p className="soft">
        {eachItsOwn ? t('machines.extract.leadOwnZones', { unit }) : t('machines.extract.lead', { zone, unit })}
      </p>
    </>
  );
}

/** The number of machines, and the filters of the list by which they are these. */
function Fleet({ filters }: { filters: Query }) {
  const t = useT();
  const total = useMachineCounts(filters)?.total;
  return (
    <p>
      {total === undefined ? '…' : t('machines.extract.fleet', { smart_count: total })}
      <MachineFilterTexts filters={filters} />
    </p>
  );
}

/** A file with its header alone. */
async function hasNoRows(file: Blob): Promise<boolean> {
  return file.size < 4096 && (await file.text()).trim().split('\n').length < 2;
}

/** Whole days of the reader's zone; today is the last one. */
function usePeriod(machine: ExtractProps['machine']) {
  const profile = useProfile();
  const zone = profile ? zoneFor(profile, machine ?? undefined) : 'UTC';
  const today = dateOf(serverNow(), zone);
  const [period, setPeriod] = useState<Period>('month');
  const [own, setOwn] = useState({ from: dateAfter(today, -29), to: today });
  const days = periods[period];
  const at = (date: string) => new Date(startOfDate(date, zone)).toISOString();
  const isWrong = period === 'own' && !(own.from && own.to && own.from <= own.to);
  const spanOf = (): Query => {
    if (period === 'lastWeek' || period === 'lastMonth') {
      const { from, before } = calendarPeriod(period, today);
      return { from: at(from), to: at(before) };
    }
    if (period === 'own') return isWrong ? {} : { from: at(own.from), to: at(dateAfter(own.to)) };
    return days === null ? {} : { from: at(dateAfter(today, 1 - days)) };
  };
  return { zone, period, setPeriod, own, setOwn, isWrong, span: spanOf() };
}

/** The days, as `2026-10-01`, with which last week (from Monday) or last month begins, and before which it ends. */
function calendarPeriod(period: 'lastWeek' | 'lastMonth', today: string): { from: string; before: string } {
  if (period === 'lastMonth') {
    const before = `${today.slice(0, 8)}01`;
    return { from: `${dateAfter(before, -1).slice(0, 8)}01`, before };
  }
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const before = dateAfter(today, -sinceMonday);
  return { from: dateAfter(before, -7), before };
}

interface ChoicesProps<Value extends string> {
  legend: string;
  name: string;
  values: readonly Value[];
  value: Value;
  textOf: (value: Value) => string;
  onChoose: (value: Value) => void;
}

function Choices<Value extends string>({ legend, name, values, value, textOf, onChoose }: ChoicesProps<Value>) {
  return (
    <fieldset className="extract__choices">
      <legend>{legend}</legend>
      {values.map((one) => (
        <label key={one}>
          <input type="radio" name={name} value={one} checked={one === value} onChange={() => onChoose(one)} />
          {textOf(one)}
        </label>
      ))}
    </fieldset>
  );
}

function OwnPeriod({
  own,
  isWrong,
  onChange,
}: {
  own: { from: string; to: string };
  isWrong: boolean;
  onChange: (own: { from: string; to: string }) => void;
}) {
  const t = useT();
  const id = useId();
  return (
    <div className="extract__dates">
      {(['from', 'to'] as const).map((end) => (
        <label key={end} htmlFor={`${id}-${end}`}>
          {t(`machines.extract.${end}`)}
          <input
            id={`${id}-${end}`}
            type="date"
            className="control"
            required
            aria-invalid={isWrong}
            aria-describedby={`${id}-error`}
            value={own[end]}
            onChange={(event) => onChange({ ...own, [end]: event.target.value })}
          />
        </label>
      ))}
      <p id={`${id}-error`} aria-live="polite">
        {isWrong && (
          <span className="field__error">
            <StateSign sign="refused" size={12} />
            {t('machines.extract.wrongPeriod')}
          </span>
        )}
      </p>
    </div>
  );
}
