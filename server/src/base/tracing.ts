/** Names, routes and numbers; never what people or machines have written. */
export type Attributes = Record<string, string | number>;

export interface Work {
  /** Of few different values: a route, a queue, not an address or an id. */
  name: string;
  kind: 'server' | 'consumer' | 'client';
  attributes: Attributes;
}

/** SCL-04. The traces of a server that was given a place to send them to. */
export interface Tracing {
  /** Runs `work` as a span, within the span of the calling work. A failure is noted and thrown. */
  within<Result>(what: Work, work: () => Promise<Result>): Promise<Result>;
  /** A span that its caller ends; `parent` is the value of a `traceparent` header. */
  begin(what: Work, parent: string | undefined): OpenSpan;
}

export interface OpenSpan {
  /** Runs this, and what it starts, within the span. */
  enter(work: () => void): void;
  end(attributes: Attributes, isFailure: boolean): void;
}

let tracing: Tracing | null = null;

/** Null switches traces off. */
export function useTracing(opened: Tracing | null): void {
  tracing = opened;
}

export function openedTracing(): Tracing | null {
  return tracing;
}

/** Without traces it is the work alone. */
export function traced<Result>(what: Work, work: () => Promise<Result>): Promise<Result> {
  return tracing ? tracing.within(what, work) : work();
}
