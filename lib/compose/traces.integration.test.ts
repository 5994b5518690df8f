import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { createDefineRoute } from '#lib/platform/server/http/define-route.ts'
import { inDays } from '#lib/travel/model/testing-dates.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { openServices } from './testing/open-services.ts'

const Spans = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              startTimeUnixNano: z.coerce.bigint(),
            }),
          ),
        }),
      ),
    }),
  ),
})
type Span = z.infer<typeof Spans>['resourceSpans'][number]['scopeSpans'][number]['spans'][number]

/** A collector of OpenTelemetry, which keeps what it gets. */
async function startCollector() {
  const bodies: string[] = []
  const server = await openHttpServer(async (request, response) => {
    bodies.push(await text(request))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  return {
    ...server,
    bodies,
    spans: (): Span[] =>
      bodies
        .flatMap((body) => Spans.parse(JSON.parse(body)).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .toSorted((a, b) => Number(a.startTimeUnixNano - b.startTimeUnixNano)),
  }
}

test('the trace of a search goes from its request to the host, in order, and without what was searched for', async () => {
  await using collector = await startCollector()
  const caller = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' }
  {
    await using stack = new AsyncDisposableStack()
    const services = await openServices(stack, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    const input = {
      action: 'search_flights',
      params: { origin: 'SEA', destination: 'NRT', date: inDays(42), passengers: 1, cabin: 'economy' },
      config: { max_results: 5 },
    }
    const unused = () => Promise.reject(new Error('not used'))
    const ports = {
      ...services,
      authenticate: async () => null,
      beginGuest: unused,
      admitToken: unused,
      requireFreshSignIn: unused,
    }
    const search = createDefineRoute(() => ports)({
      operation: 'searchFlights',
      summary: 'Searches.',
      answers: {},
      who: 'anyone',
      limit: 'search',
      async handle({ signal }) {
        return {
          body: await services.invokeSkill({ skill: 'flight-search', input, ...contextOf(publicPrincipal), signal }),
        }
      },
    })
    const headers = { traceparent: `00-${caller.trace}-${caller.span}-01` }
    const answer = await search(new Request('http://127.0.0.1/api/search/flights?origin=SEA', { headers }))
    expect(await answer.json()).toMatchObject({ output: { status: 'success' } })
  }
  const [request, execution, ...calls] = collector.spans()
  expect(request).toMatchObject({ name: 'searchFlights', traceId: caller.trace, parentSpanId: caller.span })
  expect(execution).toMatchObject({ name: 'execute flight-search', parentSpanId: request?.spanId })
  expect(calls.length).toBeGreaterThan(0)
  for (const call of calls) {
    expect(call).toMatchObject({ traceId: caller.trace, parentSpanId: execution?.spanId })
    expect(call.name).toMatch(/^(?:GET|POST) api\.amadeus\.com$/)
  }
  for (const personal of ['SEA', 'NRT', 'Bearer', 'origin=']) expect(collector.bodies.join()).not.toContain(personal)
})
