import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import type { EndCause } from '../../contract/end-cause.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { HostAnswer } from '../../contract/host-seam.ts'
import type { HostOp } from '../../contract/journal.ts'
import type { Json } from '../../contract/skill-io.ts'
import { EngineFailure } from './engine-failure.ts'
import type { ContainerEnd, ContainerRun, LogLine } from './messages.ts'
import { type OpenContainer, type OpenPorts, openContainer } from './open-container.ts'
import type { MarkedOutput } from './output/output-markers.ts'

type ContainerPorts = OpenPorts & {
  call(op: HostOp, args: Json): Promise<HostAnswer>
  /** The execution violated a rule. Called at most once. */
  stopped(code: ErrorCode, reason: string, cause?: EndCause): void
  /** Called once, as soon as the end is known; the container is removed afterwards. */
  ended(end: ContainerEnd, lines: readonly LogLine[]): void
}

/**
 * Runs one container from its creation to its removal. Rejects only when its remains could not be removed; the sweep then
 * removes them.
 */
export async function runContainer(run: ContainerRun, ports: ContainerPorts): Promise<void> {
  const { engine, signal } = ports
  let container: OpenContainer | undefined
  const report = (end: ContainerEnd) => ports.ended(end, container?.log.lines() ?? [])
  await using opened = new AsyncDisposableStack()
  try {
    container = await openContainer(run, ports, opened)
    const { name, network, code, told, complete, drained, output } = container
    const stopped = Promise.withResolvers<ContainerEnd>()
    const stop = () => stopped.resolve(failed('CANCELLED', 'the execution was dropped'))
    signal.addEventListener('abort', stop, { once: true })
    opened.defer(() => signal.removeEventListener('abort', stop))
    signal.throwIfAborted()

    network.assign({
      hosts: run.hosts,
      hostCalls: run.hasHarness,
      secrets: run.secrets,
      call: ports.call,
      // As in every runtime: without hosts, no request is among the capabilities.
      violation: (reason) =>
        run.hosts.length > 0
          ? ports.stopped('EGRESS_BLOCKED', reason)
          : ports.stopped('CAPABILITY_DENIED', reason, 'network.egress'),
      ended: ports.stopped,
    })
    await container.start()
    container.send(run.stdin)

    const ended = async (): Promise<ContainerEnd> => {
      // The engine takes tens of milliseconds to report an exit code. The first process reports it at once, and the
      // harness prints its end marker when all is done: no code of the skill runs then.
      const isFine = await Promise.race([
        code.then(() => false),
        told.then((status) => status === 0),
        ...(run.hasHarness ? [complete.then(() => true)] : []),
      ])
      if (!isFine) {
        await code
        await drained()
      }
      const marked = output()
      // By now, all that the container sent has arrived at its gateway, which checks it before the end counts.
      for (let turn = 0; turn < 3; turn += 1) await turnOfTheEventLoop()
      if (run.hasHarness ? marked.kind === 'marked' : isFine) return outputOf(marked)
      const exitCode = await code
      if (exitCode === 0) return outputOf(marked)
      if (run.hasHarness && exitCode === withoutHost) {
        return failed('RUNTIME_UNAVAILABLE', 'the harness lost its connection to the gateway')
      }
      const { wasOutOfMemory } = await engine.exitState(name)
      return crashOf(exitCode, wasOutOfMemory || exitCode === outOfMemory || (run.hasHarness && exitCode === aborted))
    }
    const end = await Promise.race([ended(), container.trouble, stopped.promise])
    await network.close()
    report(end)
  } catch (cause) {
    report(signal.aborted ? failed('CANCELLED', 'the execution was dropped') : failureOf(cause, run.image))
  }
}

function failed(code: Extract<ContainerEnd, { kind: 'failed' }>['code'], detail: string): ContainerEnd {
  return { kind: 'failed', code, detail }
}

function outputOf(marked: MarkedOutput): ContainerEnd {
  switch (marked.kind) {
    case 'marked':
      return { kind: 'output', text: marked.text }
    case 'invalid':
      return failed('INVALID_OUTPUT', marked.reason)
    case 'too_large':
      return failed('OUTPUT_TOO_LARGE', 'its output is larger than its limit')
  }
}

/** Exit codes above this mean that a signal ended the program. */
const signalBase = 128
const kill = 9
/**
 * Exit code of the first process when the kernel reports out of memory. An engine may miss this report, because it may
 * handle the end first.
 */
const outOfMemory = 123
/** Exit code of the harness when its host calls get no answers. */
const withoutHost = 70
/** SIGABRT, with which a JavaScript engine ends when it cannot allocate memory. */
const aborted = signalBase + 6

function crashOf(code: number, wasOutOfMemory: boolean): ContainerEnd {
  if (wasOutOfMemory) return failed('OUT_OF_MEMORY', 'it ran out of memory')
  const signal = code - signalBase
  if (signal === kill)
    return failed('SKILL_CRASHED', 'another process killed it (SIGKILL), for a reason other than memory')
  if (signal > 0) return failed('SKILL_CRASHED', `it was ended by signal ${signal}`)
  return failed('SKILL_CRASHED', `it exited with code ${code}`)
}

function failureOf(cause: unknown, image: string): ContainerEnd {
  if (!(cause instanceof EngineFailure)) return failed('INTERNAL', String(cause))
  if (cause.reason === 'no_image') {
    return { kind: 'no_image', detail: `there is no image ${image} on the engine` }
  }
  return failed('RUNTIME_UNAVAILABLE', cause.message)
}
