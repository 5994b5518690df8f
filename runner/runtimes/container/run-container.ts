import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import type { ErrorCode } from '../../contract/errors.ts'
import type { HostOp } from '../../contract/journal.ts'
import type { Json } from '../../contract/skill-io.ts'
import type { HostAnswer } from '../runtime.ts'
import { EngineFailure } from './engine-failure.ts'
import type { ContainerEnd, ContainerRun, LogLine } from './messages.ts'
import { type OpenContainer, type OpenPorts, openContainer } from './open-container.ts'
import type { MarkedOutput } from './output/output-markers.ts'
import { createTranslation } from './pre-started/placeholders.ts'

export type ContainerPorts = OpenPorts & {
  /** One that has started and waits for its input. Absent: it is made. */
  readonly ready?: ReadyContainer
  /** It was made for this execution and has started. */
  started(): void
  call(op: HostOp, args: Json): Promise<HostAnswer>
  /** It did what it must not. Once at most. */
  stopped(code: ErrorCode, reason: string): void
  /** Called once, as soon as it is known; what is left of the container goes after that. */
  ended(end: ContainerEnd, lines: readonly LogLine[]): void
}

/** A container that waits for its one execution. Disposing leaves nothing of it, and is the giver's affair. */
export type ReadyContainer = AsyncDisposable & {
  readonly container: OpenContainer
  /** What it knows for the session's placeholders, by the names of the secrets. */
  readonly placeholders: Readonly<Record<string, string>>
}

/**
 * Runs one container from its creation, or from its input on, to its removal. Rejects only when what is left of it could
 * not be removed: the sweep sees to that.
 */
export async function runContainer(run: ContainerRun, ports: ContainerPorts): Promise<void> {
  const { engine, ready, signal } = ports
  const translation = createTranslation(ready?.placeholders ?? {}, run.secrets)
  let container: OpenContainer | undefined
  const report = (end: ContainerEnd) => {
    const lines = container?.log.lines() ?? []
    ports.ended(
      end.kind === 'output' ? { ...end, text: translation.out(end.text) } : end,
      lines.map((line) => ({ ...line, text: translation.out(line.text) })),
    )
  }
  await using opened = new AsyncDisposableStack()
  try {
    container = ready?.container ?? (await openContainer(run, ports, opened))
    const { name, network, code, told, complete, drained, output } = container
    const stopped = Promise.withResolvers<ContainerEnd>()
    const stop = () => stopped.resolve(failed('CANCELLED', 'it was let go'))
    signal.addEventListener('abort', stop, { once: true })
    opened.defer(() => signal.removeEventListener('abort', stop))
    signal.throwIfAborted()

    network.assign({
      hosts: run.hosts,
      hostCalls: run.isBundle,
      secrets: run.secrets,
      call: async (op, args) => translation.answer(await ports.call(op, translation.args(op, args))),
      violation: (reason) => ports.stopped('EGRESS_BLOCKED', reason),
      ended: ports.stopped,
    })
    if (!ready) {
      await container.start()
      ports.started()
    }
    container.send(run.stdin)

    const ended = async (): Promise<ContainerEnd> => {
      // The engine takes tens of milliseconds to tell an exit code. The first process tells it at once, and the harness prints when all
      // is done: nothing of the skill runs then.
      const isFine = await Promise.race([
        code.then(() => false),
        told.then((status) => status === 0),
        ...(run.isBundle ? [complete.then(() => true)] : []),
      ])
      if (!isFine) {
        await code
        await drained()
      }
      const marked = output()
      // What it sent to its gateway in its last moment has arrived, and is looked at before its end counts.
      for (let turn = 0; turn < 3; turn += 1) await turnOfTheEventLoop()
      if (run.isBundle ? marked.kind === 'marked' : isFine) return outputOf(marked)
      const exitCode = await code
      if (exitCode === 0) return outputOf(marked)
      if (run.isBundle && exitCode === withoutHost) {
        return failed('RUNTIME_UNAVAILABLE', 'the harness lost its connection to the gateway')
      }
      const { wasOutOfMemory } = await engine.exitState(name)
      return crashOf(exitCode, wasOutOfMemory || exitCode === outOfMemory || (run.isBundle && exitCode === aborted))
    }
    const end = await Promise.race([ended(), container.trouble, stopped.promise])
    await network.close()
    report(end)
  } catch (cause) {
    report(signal.aborted ? failed('CANCELLED', 'it was let go') : failureOf(cause, run.image))
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

/** Exit codes above this are signals that ended it. */
const signalBase = 128
const kill = 9
/** What the first process exits with when the kernel says so. An engine may miss it: it hears of the end first, and forgets the rest. */
const outOfMemory = 123
/** What the harness exits with when nobody answers its host calls. */
const withoutHost = 70
/** By SIGABRT: so ends a JavaScript engine that gets no more memory. */
const aborted = signalBase + 6

function crashOf(code: number, wasOutOfMemory: boolean): ContainerEnd {
  if (wasOutOfMemory) return failed('OUT_OF_MEMORY', 'it ended for want of memory')
  const signal = code - signalBase
  if (signal === kill) return failed('SKILL_CRASHED', 'it was killed (SIGKILL), not by us and not for want of memory')
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
