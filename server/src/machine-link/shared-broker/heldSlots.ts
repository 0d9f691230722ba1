import type { Services } from '../../kit/services.ts';
import type { OwnConnections } from './ownConnections.ts';
import { openSlotClient, type SlotClient, type SlotNeeds } from './slotClient.ts';
import { areLeasesValid, giveUpLeases, renewLeases } from './slots.ts';

const stepMilliseconds = 2000;

/** The connections of the slots that this server holds at present. */
export interface HeldSlots {
  /** One that is connected. */
  connected(): SlotClient | undefined;
  /** Since when none is connected, though it holds some; null while one is. */
  awaySince(): Date | null;
  /** Takes no more messages, and holds its slots until `close`. */
  pause(): Promise<void>;
  close(): Promise<void>;
}

/** Renews the leases; connects the slots that it holds, and leaves those that other servers should have. */
export async function holdSlots(
  services: Services,
  ownConnections: OwnConnections,
  needs: Pick<SlotNeeds, 'topics' | 'onMessage'>,
): Promise<HeldSlots> {
  const slots = new Map<number, SlotClient>();
  let slotsToReturn: number[] = [];
  let wantedSlotCount = 0;
  let renewedAt = 0;
  let isPaused = false;
  const notice = openNotice(services);
  const connected = () => [...slots.values()].find((client) => client.isConnected());

  const connect = async (slot: number) => {
    const client = openSlotClient({
      ...(await ownConnections.slot(slot)),
      ...needs,
      onClosed: (reason) => {
        if (slots.get(slot) === client) slots.delete(slot);
        if (!isPaused) notice.ended(reason, connected() !== undefined);
      },
    });
    slots.set(slot, client);
  };
  const leave = async (left: readonly number[]) => {
    for (const slot of left) {
      const client = slots.get(slot);
      slots.delete(slot);
      client?.pause();
      await client?.close();
    }
  };
  const step = async () => {
    const began = performance.now();
    const { held: heldSlots, share } = await renewLeases(services, slotsToReturn);
    renewedAt = began;
    slotsToReturn = heldSlots.slice(share);
    wantedSlotCount = Math.min(share, heldSlots.length);
    await leave([...slots.keys()].filter((slot) => !heldSlots.includes(slot) || slotsToReturn.includes(slot)));
    if (connected()) notice.isBack();
    for (const slot of heldSlots.slice(0, share)) if (!slots.has(slot)) await connect(slot);
  };
  await step();
  const work = openSteps(async () => {
    if (isPaused) return;
    await step().catch(async (error) => {
      services.log.error({ err: error }, 'broker slots');
      if (!areLeasesValid(renewedAt)) await leave([...slots.keys()]);
    });
  });
  return {
    connected,
    awaySince: () => (wantedSlotCount > 0 ? notice.awaySince() : null),
    pause: async () => {
      isPaused = true;
      await work.close();
      for (const client of slots.values()) client.pause();
    },
    close: async () => {
      await leave([...slots.keys()]);
      await giveUpLeases(services);
    },
  };
}

/** One log line when the broker is away, and one when it is back. */
function openNotice(services: Services) {
  let awaySince: Date | null = null;
  return {
    awaySince: () => awaySince,
    ended: (reason: string, isAnotherConnected: boolean) => {
      if (isAnotherConnected || awaySince) return;
      awaySince = services.now();
      services.log.error({ event: 'broker away', reason }, 'no connection to the broker: machines keep their reports');
    },
    isBack: () => {
      if (awaySince) services.log.warn({ event: 'broker back' }, 'the broker is connected again');
      awaySince = null;
    },
  };
}

/** Calls `step` regularly, one call after the other, until it is closed. */
function openSteps(step: () => Promise<void>): { close(): Promise<void> } {
  let isClosed = false;
  let wake: () => void = () => undefined;
  const loop = (async () => {
    while (!isClosed) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, stepMilliseconds).unref();
      });
      if (!isClosed) await step();
    }
  })();
  return {
    close: async () => {
      isClosed = true;
      wake();
      await loop;
    },
  };
}
