import { csvFormatQuery } from '@fournil/contract/kit/csvFormat';
import { say, type Words } from '@fournil/contract/kit/words';
import { dateOf } from '@fournil/contract/kit/zones';
import {
  hoursFile,
  hoursFileLimits,
  hoursFilePreview,
  hoursImport,
  hoursImportResult,
} from '@fournil/contract/structures/hoursFile';
import { z } from 'zod';
import { recordExport } from '../../history/index.ts';
import { type Member, memberOf, scopeOf } from '../../kit/caller.ts';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { named } from '../../kit/http/callNames.ts';
import { type Cell, type CsvLanguage, csvLanguage, sendCsv } from '../../kit/http/csv.ts';
import { exporting } from '../../kit/http/exports.ts';
import { readerZone } from '../../kit/readerZone.ts';
import type { Services } from '../../kit/services.ts';
import { cellsOf, headOf } from './columns.ts';
import { importHours, previewHours } from './importHours.ts';
import { structuresWithHours } from './structuresWithHours.ts';

const tag = 'Structures';
const fileWords: Words = { en: 'Opening hours', fr: 'Horaires d’ouverture' };

/** HRS-01: the opening hours of all structures as a file, which can be changed and imported again. */
export function hoursFileRoutes(app: App, services: Services): void {
  app.get(
    '/structures/hours.csv',
    {
      config: { allow: 'structures.show' },
      ...exporting,
      schema: {
        querystring: z.strictObject(csvFormatQuery),
        named: named(tag, 'exportHours', 'Download the opening hours of the structures'),
      },
    },
    async (request, reply) => {
      const member = memberOf(callerOf(request));
      const language = csvLanguage(request.query.format, member.language);
      await recordExport(services, member, 'hours', { organisationId: member.organisationId });
      return sendCsv(reply, {
        name: `${say(fileWords, member.language)} ${dateOf(services.now().getTime(), readerZone(member))}`,
        head: headOf(language),
        pages: linesOf(services, member, language),
        language,
      });
    },
  );

  const options = { config: { allow: 'structures.edit' }, bodyLimit: hoursFileLimits.requestBytes } as const;
  app.post(
    '/structures/hours/preview',
    {
      ...options,
      schema: {
        body: hoursFile,
        response: { 200: hoursFilePreview },
        named: named(tag, 'previewHoursImport', 'Check a file of opening hours'),
      },
    },
    (request) => previewHours(services, memberOf(callerOf(request)), request.body.text),
  );
  app.post(
    '/structures/hours',
    {
      ...options,
      schema: {
        body: hoursImport,
        response: { 200: hoursImportResult },
        refuses: ['409'],
        named: named(tag, 'importHours', 'Change the opening hours of structures by a file'),
      },
    },
    (request) => importHours(services, memberOf(callerOf(request)), request.body),
  );
}

async function* linesOf(services: Services, member: Member, language: CsvLanguage): AsyncGenerator<Cell[][]> {
  const structures = await services.db.readLate(scopeOf(member), (trx) => structuresWithHours(trx, member));
  yield structures.map((one) => cellsOf(one, language));
}
