import type { Metrics } from '#lib/platform/server/metrics/create-metrics.ts'
import { inSpan, type OpenSpan, type Tracing } from '#lib/platform/server/telemetry/tracing.ts'
import type { AnswerCache } from '#lib/skills/server/invoking/answer-cache.ts'
import type { ExecutionStore } from '#runner/core/ports.ts'
import type { EgressEngine, EgressResult } from '#runner/egress/session.ts'
import type { AdmittedExecution } from '#runner/run/admit.ts'
import type { SkillRunner } from '#runner/run/runner.ts'

/** The store, and a count of the executions that end in this process. */
export const measuredStore = <Store extends ExecutionStore>(
  store: Store,
  metrics: Pick<Metrics, 'executionEnded'>,
): Store => ({
  ...store,
  async finished(end) {
    await store.finished(end)
    metrics.executionEnded({ status: end.output.status, code: end.errorCode ?? '' }, end.fuelUsed)
  },
})

/** The network, and a count of its requests. Only hosts that a grant names become labels. */
export const measuredEgress = (engine: EgressEngine, metrics: Pick<Metrics, 'egressEnded'>): EgressEngine => ({
  ...engine,
  open(options) {
    const session = engine.open(options)
    const granted = options.grant.permissions.network?.egress ?? []
    return {
      ...session,
      async fetch(request) {
        const result = await session.fetch(request)
        const host = URL.parse(request.url)?.hostname ?? ''
        metrics.egressEnded({ host: granted.includes(host) ? host : 'other', outcome: outcomeOf(result) })
        return result
      },
    }
  },
})

function outcomeOf(result: EgressResult): string {
  if (result.kind === 'response') return `${Math.floor(result.status / 100)}xx`
  return result.kind === 'failed' ? result.reason : result.kind
}

/** The cache, and a count of what it had and had not. */
export const measuredCache = (cache: AnswerCache, metrics: Pick<Metrics, 'answerLookedUp'>): AnswerCache => ({
  ...cache,
  get(key) {
    const answer = cache.get(key)
    metrics.answerLookedUp(answer !== undefined)
    return answer
  },
})

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

/** The runner, and a function that resolves when nothing runs in it. */
export function awaitedRunner(runner: SkillRunner) {
  const running = new Set<Promise<unknown>>()
  function note<Output>(done: Promise<Output>): Promise<Output> {
    const ended: Promise<unknown> = Promise.allSettled([done]).then(() => running.delete(ended))
    running.add(ended)
    return done
  }
  const awaited: SkillRunner = {
    ...runner,
    execute: (...asked) => note(runner.execute(...asked)),
    run: (admitted) => note(runner.run(admitted)),
    start(...asked) {
      const started = runner.start(...asked)
      return { ...started, done: note(started.done) }
    },
    resume(...asked) {
      const started = runner.resume(...asked)
      return { ...started, done: note(started.done) }
    },
  }
  async function ended(): Promise<void> {
    while (running.size > 0) await Promise.all(running)
  }
  return { runner: awaited, ended }
}
