/** The server refuses longer ones. */
const readBytes = 5_000_000;

/**
 * The text of a file that a spreadsheet has written: in UTF-8, as Unicode text, or in the code page that Excel uses for
 * CSV in western Europe.
 */
export async function readText(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, readBytes).arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
