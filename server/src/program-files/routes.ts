import {
  programFileExtension,
  programFileLimits,
  programFileSchema,
  programImport,
  programImportResult,
} from '@fournil/contract/program-files/programFile';
import { memberOf } from '../kit/caller.ts';
import { inContext } from '../kit/context.ts';
import { callerOf } from '../kit/http/allow.ts';
import type { App } from '../kit/http/app.ts';
import { attachment } from '../kit/http/csv.ts';
import { idParams } from '../kit/http/params.ts';
import { madeOnce } from '../kit/process/once.ts';
import type { Services } from '../kit/services.ts';
import { exportProgram } from './exportProgram.ts';
import { importPrograms, previewImport } from './importPrograms.ts';

const named = (operationId: string, summary: string) => ({ tag: 'Programs', name: [operationId, summary] }) as const;

export function programFileRoutes(app: App, services: Services): void {
  const address = `${services.config.publicUrl}/api/programs/prog.schema.json`;
  const format = madeOnce((url: string) => JSON.stringify(programFileSchema(url)));
  app.get(
    '/programs/prog.schema.json',
    {
      config: { allow: 'api.read' },
      schema: {
        produces: ['application/schema+json'],
        named: named('getProgramFileSchema', 'Read the JSON schema of program files'),
      },
    },
    (_request, reply) => reply.type('application/schema+json').send(format(address)),
  );

  app.get(
    '/programs/:id/export',
    {
      config: { allow: 'programs.export' },
      schema: {
        params: idParams,
        produces: ['application/json'],
        named: named('exportProgram', 'Download a program as a file'),
      },
    },
    async (request, reply) => {
      const { name, content } = await inContext(services, memberOf(callerOf(request)), (context) =>
        exportProgram(context, request.params.id),
      );
      // Sent without serialising it again, because the checksum is computed over this text.
      return reply
        .type('application/json; charset=utf-8')
        .header('Content-Disposition', attachment(`${name}${programFileExtension}`))
        .serializer((text: unknown) => String(text))
        .send(content);
    },
  );

  const schema = { body: programImport, response: { 200: programImportResult } };
  const options = { config: { allow: 'programs.import' }, bodyLimit: programFileLimits.requestBytes } as const;
  const previewed = { ...options, schema: { ...schema, named: named('previewProgramImport', 'Check program files') } };
  app.post('/programs/import/preview', previewed, (request) =>
    previewImport(services, memberOf(callerOf(request)), request.body),
  );
  const created = { ...options, schema: { ...schema, named: named('importPrograms', 'Create programs from files') } };
  app.post('/programs/import', created, (request) =>
    importPrograms(services, memberOf(callerOf(request)), request.body),
  );
}
