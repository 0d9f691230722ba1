import { csvFormatQuery } from '@fournil/contract/kit/csvFormat';
import { say, type Words } from '@fournil/contract/kit/words';
import { wallTime } from '@fournil/contract/kit/zones';
import { type ContentsView, contentsQuery, contentsView } from '@fournil/contract/machines/contents';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { recordExport } from '../../history/index.ts';
import { type Member, memberOf, scopeOf } from '../../kit/caller.ts';
import type { House } from '../../kit/house.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { type Cell, csvLanguage, sendCsv } from '../../kit/http/csv.ts';
import { withContext } from '../../kit/http/etag.ts';
import { exporting } from '../../kit/http/exports.ts';
import { idParams } from '../../kit/http/params.ts';
import { readerZone } from '../../kit/readerZone.ts';
import { requireMachine } from '../../rights/index.ts';
import { columnWords } from '../columnWords.ts';
import { findContents } from './queries.ts';

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
export function contentsRoutes(app: App, house: House): void {
  const read = async (
    member: Member,
    request: FastifyRequest<{ Params: { id: string }; Querystring: { at?: string | undefined } }>,
  ) =>
    house.db.read(scopeOf(member), async (trx) => {
      const machine = await requireMachine(trx, member, request.params.id);
      const { at } = request.query;
      return { machine, contents: await findContents(trx, member, machine.id, at ? new Date(at) : house.now()) };
    });

  app.get(
    '/machines/:id/contents',
    {
      config: { allow: 'machines.show' },
      schema: { params: idParams, querystring: z.strictObject(contentsQuery), response: { 200: contentsView } },
    },
    async (request) => withContext((await read(memberOf(callerOf(request)), request)).contents),
  );

  app.get(
    '/machines/:id/contents.csv',
    {
      config: { allow: 'machines.extract' },
      ...exporting,
      schema: { params: idParams, querystring: z.strictObject({ ...contentsQuery, ...csvFormatQuery }) },
    },
    async (request, reply) => {
      const member = memberOf(callerOf(request));
      const { machine, contents } = await read(member, request);
      const { language } = member;
      const { format } = request.query;
      const isForPeople = format !== 'keys';
      await recordExport(house, member, 'contents', { entity: 'machine', id: machine.id, name: machine.name });
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
