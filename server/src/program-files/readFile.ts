import { createHash } from 'node:crypto';
import { violationsOf } from '@fournil/contract/kit/validation';
import { type Language, say, type Words } from '@fournil/contract/kit/words';
import {
  canonicalProgramText,
  type ImportedProgram,
  type ProgramInFile,
  programFile,
  programFileLimits,
  programFileVersion,
} from '@fournil/contract/program-files/programFile';
import { ruleText } from '../kit/errors.ts';
import { JsonSyntaxError, linesOf, scanJson } from './scanJson.ts';

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
  twice: {
    en: '“%{name}” stands twice in the same place: which one counts cannot be known.',
    fr: '« %{name} » figure deux fois au même endroit : impossible de savoir lequel compte.',
  },
  more: { en: 'And %{count} more.', fr: 'Et %{count} de plus.' },
  tooLarge: { en: 'The file is larger than %{kilobytes} kB.', fr: 'Le fichier dépasse %{kilobytes} ko.' },
} satisfies Record<string, Words>;

/** Further violations are counted, not listed; they appear when the first ones are corrected. */
const listedViolations = 20;

/**
 * PRG-04: parses a `.prog` file; returns the program, or every violation with its line. Lines are computed only for a
 * file that is refused.
 */
export function readProgramFile(content: string, language: Language): ReadFile {
  const text = content.replace(/^\uFEFF/, '');
  const refuse = (...violations: FileViolation[]) => refused(text, violations, language);
  const refuseWhole = (one: Words, at: string, variables = {}) =>
    refuse({ path: '', at, reason: say(one, language, variables) });
  if (Buffer.byteLength(content) > programFileLimits.fileBytes) {
    const reason = say(words.tooLarge, language, { kilobytes: programFileLimits.fileBytes / 1024 });
    return { program: null, problems: [{ line: null, path: '', reason }] };
  }
  const twice: string[] = [];
  try {
    scanJson(text, ({ path, isTwice }) => isTwice && twice.push(path));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { program: null, problems: [{ line: error.line, path: '', reason: say(words.notJson, language) }] };
  }
  const value: unknown = JSON.parse(text);
  const { format, version, checksum, program } = (value ?? {}) as Record<string, unknown>;
  if (format !== 'fournil-program') return refuseWhole(words.otherFormat, 'format');
  if (typeof version === 'number' && version > programFileVersion) {
    return refuseWhole(words.newer, 'version', { version, known: programFileVersion });
  }
  if (twice.length > 0) {
    return refuse(
      ...twice.map((path) => ({
        path,
        at: path,
        reason: say(words.twice, language, { name: path.split('.').at(-1) ?? '' }),
      })),
    );
  }
  const parsed = programFile.safeParse(value);
  if (!parsed.success) {
    return refuse(
      ...violationsOf(parsed.error, value).map((one) => ({
        path: one.path,
        at: one.path,
        reason: ruleText(one, language),
      })),
    );
  }
  // The checksum is computed over the program as the file contains it, without the defaults that parsing adds.
  if (checksum !== checksumOf(program)) return refuseWhole(words.damaged, 'checksum');
  return { program: parsed.data.program, problems: [] };
}

/** The field and what is wrong with it; `at` is the path whose line is named. */
interface FileViolation {
  path: string;
  at: string;
  reason: string;
}

function refused(text: string, violations: readonly FileViolation[], language: Language): ReadFile {
  const listed = violations.slice(0, listedViolations);
  const lines = linesOf(
    text,
    listed.map(({ at }) => at),
  );
  const said: Problems = listed.map(({ path, at, reason }) => ({ line: lines.get(at) ?? null, path, reason }));
  const more = violations.length - listed.length;
  if (more > 0) said.push({ line: null, path: '', reason: say(words.more, language, { count: more }) });
  return { program: null, problems: said };
}

export function checksumOf(program: unknown): string {
  return createHash('sha256').update(canonicalProgramText(program)).digest('hex');
}
