import type { WebhookEvent } from '../../webhooks/index.ts';

interface Machine {
  machineId: string;
  organisationId: string;
}

export function connectedEvent({ machineId, organisationId }: Machine, at: Date): WebhookEvent {
  return { type: 'machine.connected', organisationId, machineId, at, facts: {} };
}

/** `inOrder`: the machine said goodbye. */
export function lostEvent({ machineId, organisationId }: Machine, at: Date, inOrder = false): WebhookEvent {
  return { type: 'machine.lost', organisationId, machineId, at, facts: { inOrder } };
}
