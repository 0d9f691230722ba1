import {
  type ImportedProgram,
  type ProgramImport,
  programFileLimits,
} from '@fournil/contract/program-files/programFile';

export interface ChosenFiles {
  files: ProgramImport['files'];
  /** Files that are refused without sending them. */
  tooLarge: ImportedProgram[];
  wereTooMany: boolean;
}

/** The texts of the chosen files; files that are too large are not read. */
export async function readFiles(list: readonly File[], tooLargeText: string): Promise<ChosenFiles> {
  const taken = list.slice(0, programFileLimits.files);
  const small = taken.filter(({ size }) => size <= programFileLimits.fileBytes);
  const files = await Promise.all(small.map(async (file) => ({ name: file.name, content: await file.text() })));
  const tooLarge = taken
    .filter(({ size }) => size > programFileLimits.fileBytes)
    .map(({ name }) => ({ file: name, program: null, problems: [{ line: null, path: '', reason: tooLargeText }] }));
  return { files, tooLarge, wereTooMany: list.length > taken.length };
}
