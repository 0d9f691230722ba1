import { type Query, useRecord } from '../../data/index.ts';
import { categoryChoices, categoryName } from '../../kit/format/categoryName.ts';
import { useDates } from '../../kit/format/dates.ts';
import { useNow } from '../../kit/format/useNow.ts';
import type { FilterChoice } from '../../kit/lists/AddFilter.tsx';
import { ListFilters } from '../../kit/lists/ListFilters.tsx';
import { useKitT } from '../../kit/messages.ts';
import { useMay, useProfile } from '../../kit/session/profile.ts';
import { useStructure } from '../../kit/structures/structureChoices.ts';
import { useT } from '../messages.ts';
import { faultPeriods } from './faultPeriods.ts';

const flags = ['approved', 'active', 'connected', 'failing', 'paired'] as const;
type Flag = (typeof flags)[number];
type FilterName =
  | Flag
  | 'category'
  | 'structure'
  | 'programs'
  | 'withoutProgram'
  | 'menu'
  | 'hasTimezone'
  | 'faultsSince'
  | 'faultsUntil';
/** Links set these, to a record; or a tree of its own does. */
const ofOneRecord: readonly FilterName[] = ['structure', 'programs', 'withoutProgram', 'menu'];
const shown: FilterName[] = [
  'structure',
  'category',
  'programs',
  'withoutProgram',
  'menu',
  ...flags,
  'hasTimezone',
  'faultsSince',
  'faultsUntil',
];

/** The active filters and a menu to add one. */
export function MachineFilters() {
  const t = useT();
  return (
    <ListFilters
      names={shown}
      offered={useOffered()}
      labelOf={(name) => t(`machines.filters.${name}`)}
      useChoices={useChoices}
      Value={FilterValue}
    />
  );
}

/** The active filters in words, where they cannot be changed; nothing without any. */
export function MachineFilterTexts({ filters }: { filters: Query }) {
  const t = useT();
  const { q, ...others } = filters;
  const active = shown.filter((name) => others[name] !== undefined);
  if (!q && active.length === 0) return null;
  return (
    <span>
      {' '}
      {t('machines.extract.filtered')}{' '}
      {typeof q === 'string' && (
        <>
          {t('machines.filters.q')} <strong>{q}</strong>
          {active.length > 0 && ', '}
        </>
      )}
      {active.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          {t(`machines.filters.${name}`)}{' '}
          <strong>
            <FilterValue name={name} value={others[name]} />
          </strong>
        </span>
      ))}
    </span>
  );
}

function FilterValue({ name, value }: { name: FilterName; value: unknown }) {
  const t = useT();
  const kitT = useKitT();
  const { language, date } = useDates();
  if (name === 'structure') return <StructureName id={String(value)} />;
  if (name === 'programs' || name === 'withoutProgram') return <RecordName resource="programs" id={String(value)} />;
  if (name === 'menu') return <RecordName resource="menus" id={String(value)} />;
  // Its label is *Faults* alone, because its choices are periods.
  if (name === 'faultsSince') return t('machines.filters.begin', { date: date(String(value)) });
  if (name === 'faultsUntil') return date(String(value));
  if (name === 'hasTimezone') return t(`machines.filters.timezones.${isTrue(value)}`).toLowerCase();
  if (name === 'category') {
    const codes: unknown[] = Array.isArray(value) ? value : [value];
    return codes.map((code) => categoryName(code, language)).join(', ');
  }
  return kitT(isTrue(value) ? 'kit.yes' : 'kit.no').toLowerCase();
}

/** The address has it as a text. */
function isTrue(value: unknown): boolean {
  return String(value) === 'true';
}

function StructureName({ id }: { id: string }) {
  const t = useT();
  const structure = useStructure(id);
  return t('machines.filters.below', { name: structure?.name ?? '…' });
}

function RecordName({ resource, id }: { resource: 'programs' | 'menus'; id: string }) {
  const { data } = useRecord<{ id: string; name: string }>(resource, id);
  return data?.name ?? '…';
}

/** The filters by the reader's rights (operations.md, filters). */
function useOffered(): FilterName[] {
  const may = useMay();
  const profile = useProfile();
  const concerns: Partial<Record<FilterName, boolean>> = {
    structure: may('structures.open'),
    category: profile?.kind === 'clientAdmin',
    // Links lead to these, from the page of a program and from a menu.
    programs: false,
    withoutProgram: false,
    menu: false,
    // Set by the choices of `faultsSince` that have an end.
    faultsUntil: false,
    approved: may('machines.approve'),
    paired: may('machines.connect'),
  };
  return shown.filter((name) => concerns[name] !== false);
}

function useChoices(name: FilterName | null): FilterChoice[] {
  const kitT = useKitT();
  const t = useT();
  const now = useNow(60_000);
  const { language, zone } = useDates();
  if (name === null || ofOneRecord.includes(name)) return [];
  if (name === 'category') return categoryChoices(language);
  if (name === 'faultsSince')
    return faultPeriods(now, zone).map(({ name: period, since, until }) => ({
      value: since,
      label: t(`machines.filters.periods.${period}`),
      ...(until !== undefined && { otherFilters: { faultsUntil: until } }),
    }));
  if (name === 'hasTimezone')
    return [true, false].map((value) => ({ value, label: t(`machines.filters.timezones.${value}`) }));
  return [true, false].map((value) => ({ value, label: kitT(value ? 'kit.yes' : 'kit.no') }));
}
