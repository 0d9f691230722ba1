import { createHash } from 'node:crypto';
import { type Violation, validationWords, violationsOf } from '@fournil/contract/kit/validation';
import { type Language, say, type Words } from '@fournil/contract/kit/words';
import {
  canonicalProgramText,
  type ImportedProgram,
  type ProgramInFile,
  programFile,
  programFileLimits,
  programFileVersion,
} from '@fournil/contract/programs/programFile';
import { type DocumentNode, evaluate, parse } from '@humanwhocodes/momoa';
import { lineOf } from './lineOf.ts';

type Problems = ImportedProgram['problems'];
export type ReadFile = { program: ProgramInFile; problems: [] } | { program: null; problems: Problems };

const words = {
  notJson: {
    en: 'This is not a program file: it cannot be read from here on.',
    fr: 'Ce n’est pas un fichier de programme : illisible à partir d’ici.',
  },
  otherFormat: { en: 'This is not a program file.', fr: 'Ce n’est pas un fichier de programme.' },
  newer: {
    en: 'The file is of format version %{version}; this console reads version %{known}.',
    fr: 'Le fichier est au format version %{version} ; cette console lit la version %{known}.',
  },
  damaged: {
    en: 'The content does not match its checksum: the file is damaged, or was changed.',
    fr: 'Le contenu ne correspond pas à sa somme de contrôle : le fichier est abîmé ou a été modifié.',
  },
  tooLarge: { en: 'The file is larger than %{kilobytes} KB.', fr: 'Le fichier dépasse %{kilobytes} Ko.' },
} satisfies Record<string, Words>;

/** PRG-04: a `.prog` file as a program, or every reason why it is none, each with its line. */
export function readProgramFile(content: string, language: Language): ReadFile {
  const refused = (one: Words, line: number | null, variables: Record<string, string | number> = {}): ReadFile => ({
    program: null,
    problems: [{ line, path: '', reason: say(one, language, variables) }],
  });
  if (Buffer.byteLength(content) > programFileLimits.fileBytes)
    return refused(words.tooLarge, null, { kilobytes: programFileLimits.fileBytes / 1024 });
  let document: DocumentNode;
  let value: unknown;
  try {
    document = parse(content.replace(/^\uFEFF/, ''), { mode: 'json' });
    value = evaluate(document);
  } catch (error) {
    return refused(words.notJson, (error as { line?: number }).line ?? null);
  }
  const { format, version, checksum, program } = (value ?? {}) as Record<string, unknown>;
  if (format !== 'fournil-program') return refused(words.otherFormat, lineOf(document, 'format'));
  if (typeof version === 'number' && version > programFileVersion) {
    return refused(words.newer, lineOf(document, 'version'), { version, known: programFileVersion });
  }
  const parsed = programFile.safeParse(value);
  if (!parsed.success) {
    const problems = violationsOf(parsed.error, value).map((one) => ({
      line: lineOf(document, one.path),
      path: one.path,
      reason: inWords(one, language),
    }));
    return { program: null, problems };
  }
  // Of what stands in the file, not of what was made of it.
  if (checksum !== checksumOf(program)) return refused(words.damaged, lineOf(document, 'checksum'));
  return { program: parsed.data.program, problems: [] };
}

export function checksumOf(program: unknown): string {
  return createHash('sha256').update(canonicalProgramText(program)).digest('hex');
}

function inWords({ key, args }: Violation, language: Language): string {
  const known: Words | undefined = validationWords[key as keyof typeof validationWords];
  return known ? say(known, language, args) : key;
}
