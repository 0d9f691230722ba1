import { accepted } from '@fournil/contract/accounts/password';
import { collection } from '@fournil/contract/kit/hydra';
import { listQuery } from '@fournil/contract/kit/listQuery';
import { product } from '@fournil/contract/product';
import { deletedOrganisation } from '@fournil/contract/recycle-bin/recycleBin';
import {
  clientDeletion,
  machinesByClient,
  organisationDeletion,
  userOfClientView,
} from '@fournil/contract/users/clients';
import { technicianInput } from '@fournil/contract/users/technician';
import { clientAdminInput, userDetail, userLimits } from '@fournil/contract/users/user';
import { z } from 'zod';
import { callerOf } from '../../kit/http/allow.ts';
import type { App } from '../../kit/http/app.ts';
import { named } from '../../kit/http/callNames.ts';
import { callerCalls } from '../../kit/http/calls.ts';
import { attachment } from '../../kit/http/csv.ts';
import { withAddress } from '../../kit/http/etag.ts';
import { exporting, sendParts } from '../../kit/http/exports.ts';
import { wholeList } from '../../kit/http/list.ts';
import { idParams } from '../../kit/http/params.ts';
import type { Services } from '../../kit/services.ts';
import { countMachines, listUsersOfClient, previewOrganisationDeletion } from './clients.ts';
import { listDeletedOrganisations } from './deletedOrganisations.ts';
import { deleteClientAdmin, deleteOrganisation, restoreOrganisation } from './deleteOrganisation.ts';
import { exportOrganisation } from './exportOrganisation.ts';
import { createClientAdmin, createTechnician, deleteStaff, sendTechnicianLink } from './staffAccounts.ts';

/** What the maker's staff do with clients and with each other (USR-02 to USR-04, USR-10, TEC). */
export function staffRoutes(app: App, services: Services): void {
  clientRoutes(app, services);
  organisationRoutes(app, services);
  technicianRoutes(app, services);
}

const tag = 'Clients';
const usersOfClientQuery = listQuery({ itemsPerPage: userLimits.listPageSize });
const made = { response: { 201: userDetail } };
const gone = { response: { 204: z.null() } };

function clientRoutes(app: App, services: Services): void {
  const calls = callerCalls(app, services, tag);
  const list = { allow: 'client-admins.list' } as const;
  calls.read(
    '/client-admins-machines',
    { ...list, name: ['countMachinesByClient', 'Count machines by client'], answer: machinesByClient },
    countMachines,
  );
  calls.list(
    '/client-admins/:id/clients',
    {
      ...list,
      name: ['listClientPeople', 'List the people of a client'],
      type: 'User',
      query: usersOfClientQuery,
      item: userOfClientView,
    },
    listUsersOfClient,
  );

  app.post(
    '/client-admins',
    {
      config: { allow: 'client-admins.create' },
      schema: {
        named: named(tag, 'createClientAdmin', 'Create a client with an organisation'),
        body: clientAdminInput,
        ...made,
      },
    },
    async (request, reply) => withAddress(reply, await createClientAdmin(services, callerOf(request), request.body)),
  );
}

/** Deleting a client's account, or the whole organisation. */
function organisationRoutes(app: App, services: Services): void {
  app.get(
    '/client-admins/:id/deletion',
    {
      config: { allow: 'client-admins.delete' },
      schema: {
        named: named(tag, 'previewClientDeletion', 'Read what would be deleted with a client'),
        params: idParams,
        response: { 200: organisationDeletion },
      },
    },
    (request) => previewOrganisationDeletion(services, request.params.id),
  );

  app.get(
    '/client-admins/:id/export',
    {
      config: { allow: 'client-admins.delete' },
      ...exporting,
      schema: {
        named: named(tag, 'exportOrganisation', 'Download all data of an organisation'),
        params: idParams,
        produces: ['application/zip'],
      },
    },
    async (request, reply) => {
      const { fileName, parts } = await exportOrganisation(services, callerOf(request), request.params.id);
      reply.header('Content-Type', 'application/zip').header('Content-Disposition', attachment(fileName));
      return sendParts(reply, parts);
    },
  );

  app.delete(
    '/client-admins/:id',
    {
      config: { allow: 'client-admins.delete' },
      schema: {
        named: named(tag, 'deleteClientAdmin', 'Delete a client admin or the whole organisation'),
        params: idParams,
        querystring: clientDeletion,
        ...gone,
      },
    },
    async (request, reply) => {
      const { what, society } = request.query;
      if (what === 'organisation')
        await deleteOrganisation(services, callerOf(request), request.params.id, society ?? '');
      else await deleteClientAdmin(services, callerOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/client-admins/deleted',
    {
      config: { allow: 'client-admins.delete' },
      schema: {
        named: named(tag, 'listDeletedOrganisations', 'List deleted organisations'),
        response: { 200: collection(deletedOrganisation) },
      },
    },
    async (request) => wholeList(request, 'DeletedOrganisation', await listDeletedOrganisations(services)),
  );

  app.post(
    '/client-admins/deleted/:id/restore',
    {
      config: { allow: 'client-admins.delete' },
      schema: {
        named: named(tag, 'restoreOrganisation', 'Restore a deleted organisation'),
        params: idParams,
        ...gone,
      },
    },
    async (request, reply) => {
      await restoreOrganisation(services, callerOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}

function technicianRoutes(app: App, services: Services): void {
  app.post(
    `/${product.slug}-technicians`,
    {
      config: { allow: 'technicians.create' },
      schema: { named: named(tag, 'createTechnician', 'Create a technician'), body: technicianInput, ...made },
    },
    async (request, reply) => withAddress(reply, await createTechnician(services, callerOf(request), request.body)),
  );

  app.post(
    `/${product.slug}-technicians/:id/link`,
    {
      config: { allow: 'technicians.sendLink' },
      schema: {
        named: named(tag, 'sendTechnicianLink', 'Send a technician a link for a password'),
        params: idParams,
        response: { 202: accepted },
      },
    },
    async (request, reply) => {
      await sendTechnicianLink(services, callerOf(request), request.params.id);
      return reply.code(202).send({ accepted: true });
    },
  );

  app.delete(
    `/${product.slug}-technicians/:id`,
    {
      config: { allow: 'technicians.delete' },
      schema: { named: named(tag, 'deleteTechnician', 'Delete a technician'), params: idParams, ...gone },
    },
    async (request, reply) => {
      await deleteStaff(services, callerOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
