/** PHA-07: minutes and seconds as the fields of the editor show them: "3:00", "1:30", "240:00". */
export function minutesText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Seconds of "3", "1:30", "1.5", "1,5", "1:02:30" (minutes, from three parts on hours first); null where it cannot be
 * read.
 */
export function secondsOf(text: string): number | null {
  const plain = text.trim().replace(/\s*(min|mn|′|')\.?$/i, '');
  if (/^\d+([.,]\d+)?$/.test(plain)) return Math.round(Number(plain.replace(',', '.')) * 60);
  if (!/^\d+(:[0-5]?\d){1,2}$/.test(plain)) return null;
  return plain.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** A typed number; comma or point; null where it cannot be read. */
export function numberOf(text: string): number | null {
  const plain = text
    .trim()
    .replace(/\s*(°\s*[CF]?|%|cl)$/i, '')
    .replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}
