import type { Tracing } from './tracing.ts'

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
