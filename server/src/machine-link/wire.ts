import type { Broker } from './broker/broker.ts';
import type { Incoming } from './reports/readMessage.ts';

/** MKR-03: what goes over the wire, seen and changed by the conformance run; the product itself has none. */
export interface Wire {
  /** Each message of a machine, before it is read; true: the run takes it, and the product never sees it. */
  heard(message: Incoming): boolean;
  /** A connection that failed before its CONNECT. */
  handshakeFailed(reason: string): void;
  /** The broker that the product uses in place of this one. */
  tap(broker: Broker): Broker;
}
