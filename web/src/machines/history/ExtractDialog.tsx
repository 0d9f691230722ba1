import { dateAfter, dateOf, startOfDate, zoneFor } from '@fournil/contract/kit/zones';
import { type FormEvent, useId, useState } from 'react';
import { fetchFile, type Query, serverNow, useDownload } from '../../data/index.ts';
import { Modal } from '../../kit/dialogs/Modal.tsx';
import { May } from '../../kit/session/May.tsx';
import { useProfile } from '../../kit/session/profile.ts';
import { Icon } from '../../kit/signs/Icon.tsx';
import { StateSign } from '../../kit/signs/StateSign.tsx';
import { useT } from '../messages.ts';
import './extract.css';

const kinds = ['activities', 'errors'] as const;
type Kind = (typeof kinds)[number];
const periods = { week: 7, month: 30, quarter: 90, year: 365, all: null, own: null } as const;
type Period = keyof typeof periods;

interface ExtractProps {
  /** One machine, or the list with these filters. */
  machine: { id: string; timezone: string | null } | null;
  filters?: Query;
  kind?: Kind;
  /** HIS-03: the activities of every machine, for this client admin. */
  everyActivityFor?: string;
}

/** MAC-08: the button and what it opens. */
export function ExtractButton(props: ExtractProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button extract__open"
        aria-haspopup="dialog"
        aria-label={t('machines.extract.open')}
        onClick={() => setOpen(true)}
      >
        <Icon name="down" size={16} />
        <span>{t('machines.extract.open')}</span>
      </button>
      {isOpen && <ExtractDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function ExtractDialog({
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
  const extract = useDownload(
    () =>
      everyActivityFor
        ? fetchFile(`/users/${everyActivityFor}/export_machines_activities`, span)
        : machine
          ? fetchFile(`/machines/${machine.id}/${kind}.csv`, span)
          : fetchFile('/machines/usage.csv', { ...filters, kind, ...span }),
    { onDone: onClose },
  );
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
        <Lead machine={machine} of={everyActivityFor ? 'everyMachine' : 'fleet'} zone={zone} />
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
      </form>
    </Modal>
  );
}

function Lead({ machine, of, zone }: { machine: ExtractProps['machine']; of: 'everyMachine' | 'fleet'; zone: string }) {
  const t = useT();
  const profile = useProfile();
  const unit = profile?.temperatureUnitPreference ?? 'C';
  const eachItsOwn = machine === null && profile?.displayDatePreference === 2;
  return (
    <>
      {!machine && <p>{t(`machines.extract.${of}`)}</p>}
      <p className="soft">
        {eachItsOwn ? t('machines.extract.leadOwnZones', { unit }) : t('machines.extract.lead', { zone, unit })}
      </p>
    </>
  );
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
    if (period === 'own') return isWrong ? {} : { from: at(own.from), to: at(dateAfter(own.to)) };
    return days === null ? {} : { from: at(dateAfter(today, 1 - days)) };
  };
  return { zone, period, setPeriod, own, setOwn, isWrong, span: spanOf() };
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

/** HIS-03: the export button of `/activity`, for client admins. */
export function ExtractActivities() {
  const profile = useProfile();
  if (!profile) return null;
  return (
    <May act="machines.exportActivities">
      <ExtractButton machine={null} everyActivityFor={profile.id} />
    </May>
  );
}
