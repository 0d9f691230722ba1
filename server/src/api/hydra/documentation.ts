import { links } from '@fournil/contract/kit/hydra';
import { withoutNull } from '@fournil/contract/kit/listQuery';
import { z } from 'zod';
import type { Method, Resource } from './resources.ts';

const hydra = 'http://www.w3.org/ns/hydra/core#';

function propertyOf(type: string): string {
  return type.charAt(0).toLowerCase() + type.slice(1);
}

/** API-01: GET `/api`. */
export function entryPoint(resources: readonly Resource[]) {
  const addresses = Object.fromEntries(resources.map(({ type, path }) => [propertyOf(type), `/api/${path}`]));
  return { '@context': '/api/contexts/Entrypoint', '@id': '/api', '@type': 'Entrypoint', ...addresses };
}

/** GET `/api/contexts/Entrypoint`. */
export function entryPointContext(resources: readonly Resource[], publicUrl: string) {
  const addresses = resources.map(({ type }) => [
    propertyOf(type),
    { '@id': `Entrypoint/${propertyOf(type)}`, '@type': '@id' },
  ]);
  return { '@context': { ...vocabulary(publicUrl), ...Object.fromEntries(addresses) } };
}

/** GET `/api/contexts/{type}` of a record or of a list. */
export function contextOf(type: string, shape: z.core.$ZodShape, publicUrl: string) {
  const fields = fieldNames(shape).map((name) => [name, fieldIri(type, name)]);
  return { '@context': { ...vocabulary(publicUrl), ...Object.fromEntries(fields) } };
}

function vocabulary(publicUrl: string) {
  return { '@vocab': `${publicUrl}/api/docs.jsonld#`, hydra };
}

/** Fields that have a meaning that generic clients know. */
const wellKnown: Record<string, string> = { name: 'https://schema.org/name', email: 'https://schema.org/email' };

function fieldIri(type: string, name: string): string {
  return wellKnown[name] ?? `${type}/${name}`;
}

/**
 * GET `/api/docs.jsonld` (INT-01): what a generic Hydra client reads first. Types, what is required and writeable, and
 * the operations are those of the calls.
 */
export function apiDocumentation(resources: readonly Resource[], publicUrl: string, title: string) {
  const types = new Map(resources.map(({ type, path }) => [path, type]));
  return {
    '@context': {
      '@vocab': `${publicUrl}/api/docs.jsonld#`,
      hydra,
      rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
      rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
      xsd: 'http://www.w3.org/2001/XMLSchema#',
      owl: 'http://www.w3.org/2002/07/owl#',
      domain: { '@id': 'rdfs:domain', '@type': '@id' },
      range: { '@id': 'rdfs:range', '@type': '@id' },
      expects: { '@id': 'hydra:expects', '@type': '@id' },
      returns: { '@id': 'hydra:returns', '@type': '@id' },
      // Clients expand refusals by this context, and show this field.
      description: 'hydra:description',
    },
    '@id': '/api/docs.jsonld',
    '@type': 'hydra:ApiDocumentation',
    'hydra:title': title,
    'hydra:entrypoint': '/api',
    'hydra:supportedClass': [...resources.map((one) => supportedClass(one, types)), entryPointClass(resources)],
  };
}

function supportedClass(resource: Resource, types: ReadonlyMap<string, string>) {
  const { type, shown, create, update, list, item } = resource;
  // What is only written, such as a PIN, is described as well; what a change alone takes and nobody reads is none.
  const all = { ...create, ...shown };
  // Clients have one form for both: where records can be created, creating has to take it, too.
  const written = list.includes('POST') ? create : update;
  return {
    '@id': `#${type}`,
    '@type': 'hydra:Class',
    'hydra:title': type,
    'hydra:supportedProperty': fieldNames(all).map((name) => ({
      '@type': 'hydra:SupportedProperty',
      'hydra:property': {
        '@id': wellKnown[name] ?? `#${type}/${name}`,
        'rdfs:label': name,
        domain: `#${type}`,
        ...rangeOf((shown[name] ?? create[name]) as z.ZodType, types, name in written),
      },
      'hydra:title': name,
      // What is not read cannot be required of every change.
      'hydra:required': name in shown && name in create && isRequired(create[name] as z.ZodType),
      'hydra:readable': name in shown,
      'hydra:writeable': name in written,
    })),
    'hydra:supportedOperation': item.map((method) => operation(method, type)),
  };
}

/** Forms of clients let nobody send an empty list where a list is required. */
function isRequired(schema: z.ZodType): boolean {
  return [undefined, []].every((value) => !schema.safeParse(value).success);
}

function fieldNames(shape: z.core.$ZodShape): string[] {
  return Object.keys(shape).filter((name) => !name.startsWith('@') && name !== 'id');
}

/** The type of a field: that of a value, a link, or an embedded record; `owl:maxCardinality` 1 for one of them. */
function rangeOf(schema: z.ZodType, types: ReadonlyMap<string, string>, isWritten: boolean): object {
  const inner = withoutNull(schema);
  const isList = inner instanceof z.ZodArray;
  const one = isList ? withoutNull(inner.element as z.ZodType) : inner;
  const single = isList ? {} : { 'owl:maxCardinality': 1 };
  const type = types.get(linkedResource(one) ?? '');
  if (type !== undefined) return { '@type': 'hydra:Link', range: `#${type}`, ...single };
  const embedded = one instanceof z.ZodObject ? types.get(linkedResource(one.shape['@id']) ?? '') : undefined;
  if (embedded !== undefined) return { '@type': 'rdf:Property', range: `#${embedded}`, ...single };
  return {
    '@type': 'rdf:Property',
    range: isList ? 'xsd:array' : isWritten ? writtenRange(one) : valueRange(one),
    ...single,
  };
}

function linkedResource(schema: unknown): string | undefined {
  return schema instanceof z.ZodType ? links.get(schema)?.resource : undefined;
}

/** Clients' inputs of a date and time send it without the offset from UTC, which an instant needs. */
function writtenRange(schema: z.ZodType): string {
  const range = valueRange(schema);
  return range === 'xsd:dateTime' ? 'xsd:string' : range;
}

function valueRange(schema: z.ZodType): string {
  if (schema instanceof z.ZodBoolean) return 'xsd:boolean';
  if (schema instanceof z.ZodISODateTime) return 'xsd:dateTime';
  if (schema instanceof z.ZodNumberFormat) return 'xsd:integer';
  if (schema instanceof z.ZodNumber) return 'xsd:decimal';
  if (schema instanceof z.ZodPipe) return valueRange(withoutNull(schema.in as z.ZodType));
  return 'xsd:string';
}

function entryPointClass(resources: readonly Resource[]) {
  return {
    '@id': '#Entrypoint',
    '@type': 'hydra:Class',
    'hydra:title': 'Entrypoint',
    'hydra:supportedProperty': resources.map(({ type, list }) => ({
      '@type': 'hydra:SupportedProperty',
      'hydra:property': {
        '@id': `#Entrypoint/${propertyOf(type)}`,
        '@type': 'hydra:Link',
        'rdfs:label': type,
        domain: '#Entrypoint',
        'rdfs:range': [
          { '@id': 'hydra:Collection' },
          {
            'owl:equivalentClass': {
              'owl:onProperty': { '@id': 'hydra:member' },
              'owl:allValuesFrom': { '@id': `#${type}` },
            },
          },
        ],
        'hydra:supportedOperation': list.map((method) =>
          operation(method, method === 'GET' ? 'hydra:Collection' : type),
        ),
      },
      'hydra:title': propertyOf(type),
      'hydra:readable': true,
      'hydra:writeable': false,
    })),
  };
}

function operation(method: Method, type: string) {
  const name = type.startsWith('hydra:') ? type : `#${type}`;
  return {
    '@type': 'hydra:Operation',
    'hydra:method': method,
    'hydra:title': `${method} ${type}`,
    returns: method === 'DELETE' ? 'owl:Nothing' : name,
    ...(method === 'PUT' || method === 'POST' ? { expects: name } : {}),
  };
}
