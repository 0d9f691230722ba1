import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../errors.ts';

const declared = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

/**
 * SEC-06: bodies are UTF-8 (RFC 8259, section 8.1). A body that declares another encoding is refused, because its
 * letters would be stored wrongly.
 */
export function refuseOtherCharsets(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const [, charset = 'utf-8'] = declared.exec(request.headers['content-type'] ?? '') ?? [];
    done(/^utf-?8$/i.test(charset) ? null : otherCharset(), payload);
  });
}

/** The refusal of a body that is not UTF-8, or null. */
export function notUtf8(body: Buffer): Refusal | null {
  return isUtf8(body) ? null : otherCharset();
}

function otherCharset(): Refusal {
  return new Refusal(415, {
    en: 'This text is not in UTF-8: please send it in that encoding.',
    fr: 'Ce texte n’est pas en UTF-8 : veuillez l’envoyer dans cet encodage.',
  });
}
