import { programMachineView } from '@fournil/contract/machines/installation';
import { categoryView, machineView } from '@fournil/contract/machines/machine';
import { phaseGroupTypeView } from '@fournil/contract/phases/phaseGroupTypes';
import { programView } from '@fournil/contract/programs/program';
import { structureDetail } from '@fournil/contract/structures/structure';
import { tagDetail } from '@fournil/contract/tags/tag';
import { userView } from '@fournil/contract/users/user';
import { z } from 'zod';

/** The collections of the entry point: class, collection, view, and the operations besides reading. */
export const resources = [
  { type: 'Machine', path: 'machines', view: machineView, item: ['GET', 'PUT', 'DELETE'], list: ['GET', 'POST'] },
  { type: 'Program', path: 'programs', view: programView, item: ['GET', 'PUT', 'DELETE'], list: ['GET', 'POST'] },
  {
    type: 'ProgramMachine',
    path: 'programMachines',
    view: programMachineView,
    item: ['PUT', 'DELETE'],
    list: ['GET', 'POST'],
  },
  {
    type: 'Structure',
    path: 'structures',
    view: structureDetail,
    item: ['GET', 'PUT', 'DELETE'],
    list: ['GET', 'POST'],
  },
  { type: 'Tag', path: 'tags', view: tagDetail, item: ['GET', 'PUT', 'DELETE'], list: ['GET', 'POST'] },
  { type: 'User', path: 'users', view: userView, item: [], list: ['GET'] },
  { type: 'Category', path: 'categories', view: categoryView, item: [], list: ['GET'] },
  { type: 'PhaseGroupType', path: 'phase_group_types', view: phaseGroupTypeView, item: [], list: ['GET'] },
] as const;

const hydra = 'http://www.w3.org/ns/hydra/core#';

function propertyOf(type: string): string {
  return type.charAt(0).toLowerCase() + type.slice(1);
}

/** API-01: GET `/api`. */
export function entryPoint() {
  const links = Object.fromEntries(resources.map(({ type, path }) => [propertyOf(type), `/api/${path}`]));
  return { '@context': '/api/contexts/Entrypoint', '@id': '/api', '@type': 'Entrypoint', ...links };
}

/** GET `/api/contexts/{type}`, or undefined for an unknown type. */
export function contextOf(type: string, publicUrl: string) {
  const base = { '@vocab': `${publicUrl}/api/docs.jsonld#`, hydra };
  if (type === 'Entrypoint') {
    const links = Object.fromEntries(
      resources.map((one) => [propertyOf(one.type), { '@id': `Entrypoint/${propertyOf(one.type)}`, '@type': '@id' }]),
    );
    return { '@context': { ...base, ...links } };
  }
  const resource = resources.find((one) => one.type === type);
  if (!resource) return undefined;
  const properties = fieldsOf(resource.view).map(({ name }) => [name, `${type}/${name}`]);
  return { '@context': { ...base, ...Object.fromEntries(properties) } };
}

/** GET `/api/docs.jsonld`: the document that a generic Hydra client reads first. */
export function apiDocumentation(publicUrl: string, name: string) {
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
    },
    '@id': '/api/docs.jsonld',
    '@type': 'hydra:ApiDocumentation',
    'hydra:title': name,
    'hydra:entrypoint': '/api',
    'hydra:supportedClass': [...resources.map(supportedClass), entryPointClass()],
  };
}

function supportedClass({ type, view, item }: (typeof resources)[number]) {
  return {
    '@id': `#${type}`,
    '@type': 'hydra:Class',
    'hydra:title': type,
    'hydra:supportedProperty': fieldsOf(view).map(({ name, required, isLink }) => ({
      '@type': 'hydra:SupportedProperty',
      'hydra:property': {
        '@id': `#${type}/${name}`,
        '@type': isLink ? 'hydra:Link' : 'rdf:Property',
        'rdfs:label': name,
        domain: `#${type}`,
        ...(isLink ? {} : { range: 'xsd:string' }),
      },
      'hydra:title': name,
      'hydra:required': required,
      'hydra:readable': true,
      'hydra:writeable': false,
    })),
    'hydra:supportedOperation': item.map((method) => operation(method, type)),
  };
}

function entryPointClass() {
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

function operation(method: string, type: string) {
  const name = type.startsWith('hydra:') ? type : `#${type}`;
  return {
    '@type': 'hydra:Operation',
    'hydra:method': method,
    'hydra:title': `${method} ${type}`,
    returns: method === 'DELETE' ? 'owl:Nothing' : name,
    ...(method === 'PUT' || method === 'POST' ? { expects: name } : {}),
  };
}

function fieldsOf(view: z.ZodObject): { name: string; required: boolean; isLink: boolean }[] {
  const links = ['structure', 'machine', 'parent'];
  return Object.entries(view.shape)
    .filter(([name]) => !name.startsWith('@') && name !== 'id')
    .map(([name, schema]) => ({
      name,
      required: !z.safeParse(schema as z.ZodType, null).success,
      isLink: links.includes(name),
    }));
}
