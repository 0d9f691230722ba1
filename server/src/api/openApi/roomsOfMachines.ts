import type { Room } from './room.ts';

const ddi = '/ddi/:tenant/controller/v1/:controller';

/** The calls of the maker for software, those of the machines themselves, and the API’s own. */
export const roomsOfMachines: readonly Room[] = [
  {
    tag: 'Software updates',
    says: 'Versions of the machines’ software, for the maker.',
    calls: {
      'GET /software_updates/:id': ['getSoftwareUpdate', 'Read a software version'],
      'POST /software_updates': ['createSoftwareUpdate', 'Add a software version'],
      'PUT /software_updates/:id': ['updateSoftwareUpdate', 'Change or revoke a software version'],
      'DELETE /software_updates/:id': ['deleteSoftwareUpdate', 'Delete a software version'],
      'POST /software_updates/general/:id': ['releaseSoftwareUpdate', 'Offer a beta version to all machines'],
      'POST /software_updates/uploads': ['beginUpload', 'Begin to upload a file in pieces'],
      'GET /software_updates/uploads/:id': ['getUpload', 'Read how much of a file has arrived'],
      'PUT /software_updates/uploads/:id': ['uploadPiece', 'Upload a piece of a file'],
      'DELETE /software_updates/uploads/:id': ['cancelUpload', 'Cancel an upload'],
    },
  },
  {
    tag: 'Rollouts',
    says: 'What is given to machines ring by ring: software by the maker; programs, menus and settings in an organisation.',
    calls: {},
  },
  {
    tag: 'Machine link',
    says: 'Pairing and updates of the machines themselves; what they report goes over MQTT, see `/api/asyncapi.json`.',
    calls: {
      'POST /machine-link/pair': ['pairMachine', 'Pair a machine: its certificate for its key'],
      'POST /machine-link/renew': ['renewCertificate', 'Renew the certificate of a machine'],
      'POST /machine-link/locate': ['locateBroker', 'Ask for the address of the broker'],
      'GET /machine-link/revoked.crl': ['getRevokedCertificates', 'Read the revoked certificates'],
      'POST /machine-link/broker-access': ['decideBrokerAccess', 'Decide what a client of a shared broker may do'],
      [`GET ${ddi}`]: ['pollUpdates', 'Ask for the next update'],
      [`PUT ${ddi}/configData`]: ['describeMachine', 'Tell the attributes of a machine'],
      [`GET ${ddi}/deploymentBase/:action`]: ['getDeployment', 'Read an update to install'],
      [`POST ${ddi}/deploymentBase/:action/feedback`]: ['reportDeployment', 'Report the progress of an update'],
      [`GET ${ddi}/cancelAction/:action`]: ['getCancellation', 'Read an update that is called back'],
      [`POST ${ddi}/cancelAction/:action/feedback`]: ['reportCancellation', 'Answer a call-back'],
      [`GET ${ddi}/artifacts/:update/:file`]: ['downloadUpdate', 'Download the file of an update'],
    },
  },
  {
    tag: 'API',
    says: 'The API’s own documents, and the state of the server.',
    calls: {
      'GET /': ['getEntryPoint', 'Read the entry point (Hydra)'],
      'GET /docs.jsonld': ['getHydraDocumentation', 'Read the documentation for Hydra clients'],
      'GET /contexts/:type': ['getContext', 'Read the JSON-LD context of a type'],
      'GET /openapi.json': ['getOpenApi', 'Read this document'],
      'GET /asyncapi.json': ['getAsyncApi', 'Read the messages of machines (AsyncAPI)'],
      'GET /health': ['getHealth', 'Read whether the server runs'],
      'GET /ready': ['getReadiness', 'Read whether the server can take calls'],
      'GET /metrics': ['getMetrics', 'Read the metrics (Prometheus)'],
      'GET /demo/mails': ['listDemoMails', 'List the mails of a demonstration'],
    },
  },
];
