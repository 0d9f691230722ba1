import type { Entity } from '@fournil/contract/entities';
import type { Page } from '@fournil/contract/kit/listQuery';
import { resources } from '@fournil/contract/resources';
import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { FieldColumns } from '../db/fields.ts';
import type { Tables } from '../db/tables/index.ts';
import type { Caller, Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';

/** The tables that a resource can have: with a version, the times of its creation and its last change, and a name. */
export type RecordTable = {
  [Table in keyof Tables]: 'version' | 'createdAt' | 'updatedAt' | 'name' extends keyof Tables[Table] ? Table : never;
}[keyof Tables];

type Values<View extends z.ZodObject> = z.output<View>;
/** The fields of a view, without the keys of JSON-LD. */
type FieldsOf<View extends z.ZodObject> = Exclude<keyof Values<View> & string, `@${string}`>;

/** A resource on the server: what its changes lock, store, record and announce follows from this declaration. */
export interface StoredResource<Table extends RecordTable = RecordTable, Who extends Caller = Member> {
  entity: Entity;
  table: Table;
  /** The column that the addresses of its records end with; `id` if absent. */
  key?: 'code';
  /** Which records a caller sees. */
  seenBy(caller: Who): RawBuilder<boolean>;
  /** Constraints of the database that say that a value is taken, with the field that is refused. */
  unique?: Readonly<Record<string, string>>;
}

/** The same with each field of its view in SQL, from which its list with all filters and orders and its record follow. */
export interface ListedResource<
  Table extends RecordTable = RecordTable,
  View extends z.ZodObject = z.ZodObject,
  Who extends Caller = Member,
  Filters = object,
> extends StoredResource<Table, Who> {
  /** Joined tables that its fields need. */
  joins?(reader: Who): RawBuilder<unknown>;
  /** What its list shows. */
  view: View;
  /**
   * The fields of the view that are not columns of the table, and those that not every reader sees, in SQL *as this
   * reader sees them*: `null` where a field is not shown. Filters and orders follow from the same expressions.
   */
  fields(
    context: CallContext<Who>,
  ): FieldColumns<Exclude<FieldsOf<View>, keyof Tables[Table]>> & Partial<FieldColumns<FieldsOf<View>>>;
  /** What is sorted by instead of the field itself, and orders that are no field. */
  orders?(context: CallContext<Who>): Partial<Record<string, RawBuilder<unknown>>>;
  /** The order without another one; then by key. */
  sortedBy: readonly [field: string, direction?: 'asc' | 'desc'][];
  /** The columns that the filter `q` searches. */
  searched?: readonly string[];
  /** The conditions of other own filters of its list. */
  conditions?(filters: Filters, context: CallContext<Who>): (RawBuilder<boolean> | undefined)[];
  /** Completes the rows of a page by what is read for all of them at once. */
  finish?(context: CallContext<Who>, rows: Values<View>[]): Promise<Values<View>[]>;
}

/** The query of a resource's list. */
export type ListPage<Filters> = Page<Filters, string, string>;

export function factsOf({ entity }: Pick<ListedResource, 'entity'>) {
  const { path, ...facts } = resources[entity];
  if (path === null) throw new Error(`${entity} has no calls`);
  return { path, ...facts };
}
