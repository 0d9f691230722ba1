/** `1 key`, `2 keys`: for the regular nouns of the operator's sentences. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
