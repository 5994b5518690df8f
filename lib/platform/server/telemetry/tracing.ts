import type { Attributes, Context, SpanKind } from '@opentelemetry/api'

/** A span that has begun. Attributes never hold a secret, a query or an id of a person: the collector may be anybody's. */
export type OpenSpan = {
  set(attributes: Attributes): void
  /** `why`: a code or the name of an error. Never its message, which may name what was searched for. */
  failed(why: string): void
  /** The headers that make the other side's spans children of this one. */
  readonly headers: Readonly<Record<string, string>>
  /** Spans that begin within `work` become children of this one. */
  run<Result>(work: () => Result): Result
  end(): void
}

/** A place in a trace, for work that begins later. */
type Place = { readonly context: Context | undefined }

type SpanStart = {
  readonly kind: keyof typeof SpanKind
  readonly attributes?: Attributes
  /** What the span belongs to: a place from `here`, or the headers of a request. Absent: the span that runs now. */
  readonly within?: Place | Headers
}

export type Tracing = AsyncDisposable & {
  open(name: string, start: SpanStart): OpenSpan
  here(): Place
}

const silent: OpenSpan = { set: () => {}, failed: () => {}, headers: {}, run: (work) => work(), end: () => {} }
const nowhere: Place = { context: undefined }

/** Without a collector, nothing is recorded, and nothing of OpenTelemetry is loaded. */
export const noTracing: Tracing = { open: () => silent, here: () => nowhere, [Symbol.asyncDispose]: async () => {} }

/** Ends the span with the work. */
export async function inSpan<Result>(span: OpenSpan, work: () => Promise<Result>): Promise<Result> {
  try {
    return await span.run(work)
  } catch (cause) {
    span.failed(cause instanceof Error ? cause.name : 'unknown')
    throw cause
  } finally {
    span.end()
  }
}
