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

/**
 * Sends spans to a collector over OTLP/HTTP. Only the app's own spans: those of Next have the whole address of a request,
 * with what a traveler searches for.
 */
export async function openTracing(endpoint: string, version: string): Promise<Tracing> {
  const [api, hooks, core, exporter, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace'),
  ])
  const { context, defaultTextMapGetter, defaultTextMapSetter, SpanKind, SpanStatusCode, trace } = api
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  const propagator = new core.W3CTraceContextPropagator()
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': 'travel.aw', 'service.version': version }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new exporter.OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
      }),
    ],
  })
  const tracer = provider.getTracer('travel.aw')

  return {
    here: () => ({ context: context.active() }),
    open(name, { kind, attributes = {}, within }) {
      const parent =
        within instanceof Headers
          ? propagator.extract(context.active(), Object.fromEntries(within), defaultTextMapGetter)
          : (within?.context ?? context.active())
      const span = tracer.startSpan(name, { kind: SpanKind[kind], attributes }, parent)
      const inside = trace.setSpan(parent, span)
      const headers: Record<string, string> = {}
      propagator.inject(inside, headers, defaultTextMapSetter)
      return {
        set: (more) => void span.setAttributes(more),
        failed: (message) => void span.setStatus({ code: SpanStatusCode.ERROR, message }),
        headers,
        run: (work) => context.with(inside, work),
        end: () => span.end(),
      }
    },
    async [Symbol.asyncDispose]() {
      context.disable()
      await provider.shutdown()
    },
  }
}
