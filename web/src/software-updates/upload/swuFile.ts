import { descriptionIn, swuBeginningBytes } from '@fournil/contract/software-updates/swu';
import { readSwuDescription, type SwuDescription } from '@fournil/contract/software-updates/swuDescription';
import { useT } from '../messages.ts';

/**
 * SWU-02: reads the description at the beginning of a chosen file; null when it is no `.swu` file or cannot be read.
 */
export async function readSwuFile(file: Blob, modelCodes: readonly string[]): Promise<SwuDescription | null> {
  const bytes = new Uint8Array(await file.slice(0, swuBeginningBytes).arrayBuffer());
  // One character per byte.
  let beginning = '';
  for (const byte of bytes) beginning += String.fromCharCode(byte);
  const text = descriptionIn(beginning);
  const says = text === null ? null : readSwuDescription(text, modelCodes);
  return says && !('wrongLine' in says) ? says : null;
}

/** The version and hardware that a file names, as text; empty without any. */
export function useSays(): (version: string | null, hardware: readonly string[]) => string {
  const t = useT();
  return (version, hardware) =>
    [
      version && t('updates.show.saysVersion', { version }),
      hardware.length > 0 && t('updates.show.saysHardware', { hardware: hardware.join(', ') }),
    ]
      .filter(Boolean)
      .join(', ');
}
