import {
  programFileExtension,
  programFileLimits,
  programFileSchema,
  programImport,
  programImportResult,
} from '@fournil/contract/programs/programFile';
import { memberOf } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { attachment } from '../kit/http/csv.ts';
import { idParams } from '../kit/http/params.ts';
import { madeOnce } from '../kit/process/once.ts';
import { exportProgram } from './exportProgram.ts';
import { importPrograms, previewImport } from './importPrograms.ts';

export function programFileRoutes(app: App, house: House): void {
  const address = `${house.config.publicUrl}/api/programs/prog.schema.json`;
  const format = madeOnce((url: string) => JSON.stringify(programFileSchema(url)));
  app.get(
    '/programs/prog.schema.json',
    { config: { allow: 'api.read' }, schema: { produces: ['application/schema+json'] } },
    (_request, reply) => reply.type('application/schema+json').send(format(address)),
  );

  app.get(
    '/programs/:id/export',
    { config: { allow: 'programs.export' }, schema: { params: idParams, produces: ['application/json'] } },
    async (request, reply) => {
      const { name, content } = await exportProgram(house, memberOf(callerOf(request)), request.params.id);
      // Sent without serialising it again, because the checksum is computed over this text.
      return reply
        .type('application/json; charset=utf-8')
        .header('Content-Disposition', attachment(`${name}${programFileExtension}`))
        .serializer((text: unknown) => String(text))
        .send(content);
    },
  );

  const schema = { body: programImport, response: { 200: programImportResult } };
  const options = { config: { allow: 'programs.import' }, schema, bodyLimit: programFileLimits.requestBytes } as const;
  app.post('/programs/import/preview', options, (request) =>
    previewImport(house, memberOf(callerOf(request)), request.body),
  );
  app.post('/programs/import', options, (request) => importPrograms(house, memberOf(callerOf(request)), request.body));
}
