import type { Settled } from '../../data/index.ts';

/** A field of a record, with its value as text. */
export interface VersionField<View> {
  label: string;
  textOf: (view: View) => string;
}

/** A field that somebody else has changed, with both values as text. */
export interface FieldChange {
  label: string;
  before: string;
  theirs: string;
}

/** The fields that differ between the version that was read and the one that somebody else saved (API-06). */
export function changesBetween<View>(before: View, theirs: View, fields: readonly VersionField<View>[]): FieldChange[] {
  return fields
    .map(({ label, textOf }) => ({ label, before: textOf(before), theirs: textOf(theirs) }))
    .filter((change) => change.before !== change.theirs);
}

/**
 * The fields of an update that differ from `read`, the update that would change nothing, so that changes by others in
 * other fields remain. Both have the form that is sent: what is a text in an input may be a number there.
 */
export function onlyChanged<Update extends object>(
  update: Update,
  read: { readonly [Field in keyof Update]?: unknown },
): Partial<Update> {
  const entries = Object.entries(update).filter(
    ([field, value]) => JSON.stringify(value ?? null) !== JSON.stringify(read[field as keyof Update] ?? null),
  );
  return Object.fromEntries(entries) as Partial<Update>;
}

/** A list of theirs with what was added to and removed from the one that was read. */
export function mergedList<Item>(theirs: readonly Item[], read: readonly Item[], mine: readonly Item[]): Item[] {
  const kept = theirs.filter((item) => mine.includes(item) || !read.includes(item));
  return [...kept, ...mine.filter((item) => !read.includes(item) && !kept.includes(item))];
}

interface Settling<View> {
  /** The version that was edited. */
  read: View;
  /** The present one. */
  theirs: View;
  sent: object;
  fields: readonly VersionField<View>[];
  /** The update that would change nothing in this version. */
  updateOf: (view: View) => object;
}

/** What the present record means for a save that was refused because of its version. */
export function settledBy<View>({ read, theirs, sent, fields, updateOf }: Settling<View>): Settled {
  const [before, now] = [updateOf(read), updateOf(theirs)];
  if (isEmpty(onlyChanged(sent, now)) && Object.keys(sent).every((field) => Object.hasOwn(now, field))) return 'stored';
  // A field may be in one of them only: a serial number is sent as long as its machine is not paired.
  const inBoth = Object.fromEntries(Object.entries(before).filter(([field]) => Object.hasOwn(now, field)));
  const isSame = changesBetween(read, theirs, fields).length === 0 && isEmpty(onlyChanged(inBoth, now));
  return isSame ? 'unchanged' : 'changed';
}

function isEmpty(update: object): boolean {
  return Object.keys(update).length === 0;
}
