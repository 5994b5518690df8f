import type { HostAnswer } from '../../contract/host-seam.ts'
import { withFairKey } from '../../queue/fair-key.ts'
import type { Engine, EngineInfo } from './engine.ts'
import type { Owner } from './labels.ts'
import type { ContainerRun, EgressMode, EngineDescription, FromWorker, ToWorker } from './messages.ts'
import type { ContainerNetworks } from './network.ts'
import { runContainer } from './run-container.ts'
import { type SweepOptions, surveyInstances, sweep } from './sweep.ts'
import type { UserIds } from './user-ids.ts'

type ContainerWorkerOptions = Pick<Owner, 'installation' | 'instance'> & {
  readonly engine: Engine
  readonly networks: Readonly<Record<EgressMode, ContainerNetworks>>
  readonly socketRoot: string
  readonly caFile: string
  readonly userIds: UserIds
  readonly newName: () => string
  readonly now: () => number
  readonly post: (message: FromWorker, transfer?: readonly ArrayBuffer[]) => void
}

type Execution = {
  readonly name: string
  readonly controller: AbortController
  readonly calls: Map<number, (answer: HostAnswer) => void>
  done: Promise<void>
}

const abandoned: HostAnswer = { kind: 'rejected', name: 'AbortError', message: 'The execution has ended' }
const mb = 1024 * 1024

/** Runs containers for the main thread, and answers its requests about the engine. */
export function createContainerWorker(options: ContainerWorkerOptions): { handle(message: ToWorker): void } {
  const { engine, post } = options
  const executions = new Map<number, Execution>()
  let lastCall = 0
  let description: Promise<EngineInfo> | undefined

  const logFailure = (message: string, cause: unknown) =>
    post({ type: 'log', level: 'warn', message, fields: { reason: String(cause) } })

  const sweepOptions: SweepOptions = {
    ...options,
    isInUse: (name) =>
      [...executions.values()].some((execution) => execution.name === name) ||
      Object.values(options.networks).some((networks) => networks.uses(name)),
    onFailure: (what, cause) => logFailure(`${what} could not be removed`, cause),
  }

  const describe = () => {
    description ??= engine.info().catch((cause: unknown) => {
      description = undefined
      throw cause
    })
    return description
  }

  const run = (number: number, spec: ContainerRun) => {
    const execution: Execution = {
      name: options.newName(),
      controller: new AbortController(),
      calls: new Map(),
      done: Promise.resolve(),
    }
    executions.set(number, execution)
    execution.done = withFairKey(spec.fairKey ?? '', () => start(number, spec, execution))
      .catch((cause: unknown) => logFailure('The remains of a container could not be removed', cause))
      .finally(() => {
        executions.delete(number)
        post({ type: 'gone', execution: number })
      })
  }

  const start = async (number: number, spec: ContainerRun, execution: Execution) => {
    const info = await describe().catch((cause: unknown) => {
      const detail = cause instanceof Error ? cause.message : String(cause)
      post({
        type: 'ended',
        execution: number,
        end: { kind: 'failed', code: 'RUNTIME_UNAVAILABLE', detail },
        lines: [],
      })
      return undefined
    })
    if (info === undefined) return
    const { installation, instance } = options
    await runContainer(spec, {
      ...options,
      networks: options.networks[spec.egress],
      owner: { installation, instance, execution: spec.id, expiresMs: options.now() + spec.lifetimeMs },
      name: execution.name,
      engineCpus: info.NCPU,
      signal: execution.controller.signal,
      call: (op, args) => {
        if (execution.controller.signal.aborted) return Promise.resolve(abandoned)
        lastCall += 1
        const { promise, resolve } = Promise.withResolvers<HostAnswer>()
        execution.calls.set(lastCall, resolve)
        post({ type: 'call', execution: number, call: lastCall, op, args })
        return promise
      },
      stopped: (code, reason, cause) => post({ type: 'stopped', execution: number, code, reason, cause }),
      ended: (end, lines) => post({ type: 'ended', execution: number, end, lines: [...lines] }),
    })
  }

  const drop = ({ controller, calls }: Execution) => {
    controller.abort()
    for (const answer of calls.values()) answer(abandoned)
    calls.clear()
  }

  const answerTo = (message: Extract<ToWorker, { request: number }>) => {
    switch (message.type) {
      case 'describe':
        description = undefined
        return describe().then(descriptionOf)
      case 'survey':
        return surveyInstances(sweepOptions)
      case 'sweep':
        return sweep(sweepOptions, new Set(message.dead))
      case 'close':
        return close()
    }
  }

  const close = async () => {
    const open = [...executions.values()]
    for (const execution of open) drop(execution)
    await Promise.all(open.map(({ done }) => done))
    await Promise.all(Object.values(options.networks).map((networks) => networks[Symbol.asyncDispose]()))
  }

  return {
    handle(message) {
      switch (message.type) {
        case 'run':
          return run(message.execution, message.run)
        case 'answer': {
          const calls = executions.get(message.execution)?.calls
          const answer = calls?.get(message.call)
          calls?.delete(message.call)
          return answer?.(message.answer)
        }
        case 'drop': {
          const execution = executions.get(message.execution)
          return execution && drop(execution)
        }
        default:
          answerTo(message).then(
            (answer) => post({ type: 'answered', request: message.request, answer }),
            (cause: unknown) => {
              const reason = cause instanceof Error ? cause.message : String(cause)
              post({ type: 'refused', request: message.request, reason })
            },
          )
      }
    },
  }
}

function descriptionOf(info: EngineInfo): EngineDescription {
  const lacks = [
    ...(info.MemoryLimit ? [] : ['it does not support a memory limit']),
    ...(info.PidsLimit ? [] : ['it does not support a process limit']),
    ...(info.CpuCfsQuota ? [] : ['it does not support a CPU limit']),
    ...(info.SecurityOptions.some(isConfined) ? [] : ['it has no default seccomp profile']),
  ]
  return { version: info.ServerVersion, cpus: info.NCPU, memoryMb: Math.floor(info.MemTotal / mb), lacks }
}

/** An engine lists `name=seccomp,profile=default`; newer engines call the profile `builtin`. */
function isConfined(option: string): boolean {
  return /(^|,)name=seccomp(,|$)/.test(option) && !option.includes('profile=unconfined')
}
