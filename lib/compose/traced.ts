import { inSpan, type OpenSpan, type Tracing } from '#lib/platform/server/telemetry/tracing.ts'
import type { EgressEngine } from '#runner/egress/session.ts'
import type { AdmittedExecution } from '#runner/run/admit.ts'
import type { SkillRunner } from '#runner/run/runner.ts'

/** The runner, with a span for each execution. */
export function tracedRunner(runner: SkillRunner, tracing: Tracing): SkillRunner {
  const open = ({ skill: { manifest } }: AdmittedExecution): OpenSpan =>
    tracing.open(`execute ${manifest.name}`, {
      kind: 'INTERNAL',
      attributes: { 'travel.skill': manifest.name, 'travel.version': manifest.version },
    })
  const toEnd = <Output extends { readonly status: string }>(span: OpenSpan, ends: () => Promise<Output>) =>
    inSpan(span, async () => {
      const output = await ends()
      span.set({ 'travel.status': output.status })
      if (output.status === 'error') span.failed(output.status)
      return output
    })
  return {
    ...runner,
    run: (admitted) => toEnd(open(admitted), () => runner.run(admitted)),
    start(admitted, options) {
      const span = open(admitted)
      const { id, done } = span.run(() => runner.start(admitted, options))
      return { id, done: toEnd(span, () => done) }
    },
  }
}

/** The network, with a span for each request, which also tells the host its place in the trace. */
export const tracedEgress = (engine: EgressEngine, tracing: Tracing): EgressEngine => ({
  ...engine,
  open(options) {
    const session = engine.open(options)
    // A guest's call arrives as a message of a worker thread, outside of the execution's own context.
    const within = tracing.here()
    return {
      ...session,
      fetch(request) {
        const host = URL.parse(request.url)?.hostname ?? ''
        const attributes = { 'http.request.method': request.method, 'server.address': host }
        const span = tracing.open(`${request.method} ${host}`, { kind: 'CLIENT', attributes, within })
        return inSpan(span, async () => {
          const headers = [...request.headers, ...Object.entries(span.headers)]
          const result = await session.fetch({ ...request, headers })
          if (result.kind === 'response') span.set({ 'http.response.status_code': result.status })
          else span.failed(result.kind)
          return result
        })
      },
    }
  },
})
