/** What carries messages between machines and servers: the embedded broker of each server, or one that they share. */
export interface Broker {
  /** The address that machines are given at pairing. */
  url(): string;
  /** False once this server is stopping. */
  isOpen(): boolean;
  /** Since when this server has no connection to a broker that servers share; null while it has one. */
  awaySince(): Date | null;
  /** Every machine can be reached from every server; otherwise only the machines that are connected to this one. */
  isShared: boolean;
  /** The machines that this server's own broker knows to be connected; none with a shared broker. */
  connectedHere(): string[];
  /**
   * Publishes to one machine; resolves when the broker has it. `retain` keeps it for the next connection, `qos` 0 is for
   * what is sent again anyway.
   */
  publish(topic: string, payload: string, options?: { retain?: boolean; qos?: 0 | 1 }): Promise<void>;
  /** This session has begun on the machine's present connection: the end of that connection ends it, and no other. */
  began(machineId: string, session: number): void;
  /** Whether this machine can be reached from here. */
  has(machineId: string): boolean;
  /** Whether this machine takes messages of this name: an older one does not subscribe to `stored`. */
  takes(machineId: string, name: string): boolean;
  /** Ends the connection of a machine that may no longer connect, wherever it is. */
  disconnect(machineId: string): Promise<void>;
  /** Takes no more messages; what was taken can still be acknowledged until `close`. */
  pause(): Promise<void>;
  close(): Promise<void>;
}
