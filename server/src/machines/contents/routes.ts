import { csvFormatQuery } from '@fournil/contract/kit/csvFormat';
import { say, type Words } from '@fournil/contract/kit/words';
import { wallTime } from '@fournil/contract/kit/zones';
import { type ContentsView, contentsQuery, contentsView } from '@fournil/contract/machines/contents';
import { z } from 'zod';
import { recordExport } from '../../history/index.ts';
import { type Member, memberOf, scopeOf } from '../../kit/caller.ts';
import { type CallContext, contextOf } from '../../kit/context.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { named } from '../../kit/http/callNames.ts';
import { memberCalls } from '../../kit/http/calls.ts';
import { type Cell, csvLanguage, sendCsv } from '../../kit/http/csv.ts';
import { exporting } from '../../kit/http/exports.ts';
import { idParams } from '../../kit/http/params.ts';
import { readerZone } from '../../kit/readerZone.ts';
import type { Services } from '../../kit/services.ts';
import { requireMachine } from '../../rights/index.ts';
import { columnWords } from '../columnWords.ts';
import { findContents } from './queries.ts';

const tag = 'Machines';
const fileWords: Words = { en: 'programs', fr: 'programmes' };
const words = {
  ...columnWords,
  position: { en: 'Position', fr: 'Position' },
  reported: { en: 'Reported by the oven (UTC)', fr: 'Déclaré par le four (UTC)' },
  confirmed: { en: 'Last confirmed (UTC)', fr: 'Dernière confirmation (UTC)' },
  applied: { en: 'as sent', fr: 'tel qu’envoyé' },
  changed: { en: 'changed on the oven', fr: 'modifié sur le four' },
  refused: { en: 'refused by the oven', fr: 'refusé par le four' },
} as const satisfies Record<string, Words>;

const keyHead = [
  'position',
  'programId',
  'program',
  'revision',
  'state',
  'reason',
  'sha256',
  'reportedAt',
  'confirmedAt',
];

/** MNU-04: what was on a machine at a moment, and as a file. */
export function contentsRoutes(app: App, services: Services): void {
  memberCalls(app, services, tag).read(
    '/machines/:id/contents',
    {
      allow: 'machines.show',
      name: ['getMachineContents', 'Read what was on a machine at a moment'],
      query: z.strictObject(contentsQuery),
      answer: contentsView,
    },
    async (context, id, { at }) => (await read(context, id, at)).contents,
  );

  app.get(
    '/machines/:id/contents.csv',
    {
      config: { allow: 'machines.extract' },
      ...exporting,
      schema: {
        params: idParams,
        querystring: z.strictObject({ ...contentsQuery, ...csvFormatQuery }),
        named: named(tag, 'exportMachineContents', 'Download what was on a machine at a moment'),
      },
    },
    async (request, reply) => {
      const member = memberOf(callerOf(request));
      const { at, format } = request.query;
      const { machine, contents } = await services.db.read(scopeOf(member), (trx) =>
        read(contextOf(services, trx, member), request.params.id, at),
      );
      const { language } = member;
      const isForPeople = format !== 'keys';
      await recordExport(services, member, 'contents', { entity: 'machine', id: machine.id, name: machine.name });
      return sendCsv(reply, {
        name: `${machine.name} ${say(fileWords, language)} ${wallTime(Date.parse(contents.at), readerZone(member, machine)).slice(0, 16).replace(':', '-')}`,
        head: isForPeople
          ? (['position', 'program', 'revision', 'state', 'detail', 'hash', 'reported', 'confirmed'] as const).map(
              (name) => say(words[name], language),
            )
          : keyHead,
        pages: onePage(linesOf(contents, isForPeople ? member : null)),
        language: csvLanguage(format, language),
      });
    },
  );
}

async function read({ trx, caller, now }: CallContext, id: string, at: string | undefined) {
  const machine = await requireMachine(trx, caller, id);
  return { machine, contents: await findContents(trx, caller, id, at ? new Date(at) : now()) };
}

function linesOf({ programs, reportedAt, confirmedAt }: ContentsView, reader: Member | null): Cell[][] {
  return programs.map((program, index) => [
    index + 1,
    ...(reader ? [] : [program.id]),
    program.name,
    program.revision,
    reader ? say(words[program.state], reader.language) : program.state,
    program.reason,
    program.sha256,
    reportedAt,
    confirmedAt,
  ]);
}

async function* onePage(cells: Cell[][]): AsyncGenerator<Cell[][]> {
  yield cells;
}
