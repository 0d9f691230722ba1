/** French sets a space before ; : ! ? » and after «, and no line may break there. */
export function frenchSpaces(text: string): string {
  return text.replace(/ ([;:!?»])/g, '\u00a0$1').replace(/« /g, '«\u00a0');
}
