import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { hostCallsHost } from '#runner/contract/host-calls.ts'
import type { HostAnswer } from '#runner/contract/host-seam.ts'
import type { HostOp } from '#runner/contract/journal.ts'
import { container } from '#runner/contract/runtimes.ts'
import type { Json } from '#runner/contract/skill-io.ts'
import { bundleCodeOf } from '#runner/core/testing/bundle-code.ts'
import { answerHostCall, createCallOrder } from '#runner/runtimes/container/gateway/host-call-endpoint.ts'
import type { ContainerEnd, ContainerRun } from '#runner/runtimes/container/messages.ts'
import { containerRunOf, runExecution } from '#runner/runtimes/container/run-execution.ts'
import type { ContainerEvents, ContainerTicket, WorkerLink } from '#runner/runtimes/container/worker-link.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { bundleHarness } from './built-harness.ts'
import type { FromThread, ToThread } from './harness-thread.ts'

/**
 * The container runtime without containers: the harness of the base image runs bundles in a thread of this process.
 * Host calls, their order and budget, and the output are processed by the code of the container runtime; only the
 * transport, the image and the limits of a container are missing. A thread runs one execution at a time.
 */
export async function startHarness(): Promise<Runtime> {
  const folder = await mkdtemp(join(tmpdir(), 'travel-harness-'))
  const path = await bundleHarness('testing/harness-thread.ts', folder)
  const idle: Worker[] = []
  return {
    about: container,
    engineVersion: 'harness',
    run: async (execution) => {
      const link: WorkerLink = {
        run: (run, events) => {
          const thread = idle.pop() ?? new Worker(path, { env: {}, execArgv: [] })
          return runIn(thread, bundleCodeOf(execution.skill), run, { ...events, free: () => idle.push(thread) })
        },
        ask: () => Promise.reject(new Error('There is no engine')),
        close: async () => {},
      }
      const { promise: gone, resolve } = Promise.withResolvers<void>()
      const run = containerRunOf(execution, { tag: 'none' }, 'socket')
      const end = await runExecution(link, execution, run, resolve)
      await gone
      if (end.kind === 'no_image') throw new Error(end.detail)
      return end.outcome
    },
    probe: async () => {},
    [Symbol.asyncDispose]: async () => {
      await Promise.all(idle.map((thread) => thread.terminate()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** `free`: the thread can run another execution. */
type ThreadEvents = ContainerEvents & { free(): void }

function runIn(thread: Worker, code: string, run: ContainerRun, events: ThreadEvents): ContainerTicket {
  const post = (message: ToThread) => thread.postMessage(message)
  const order = createCallOrder()
  const open = new Map<number, (answer: HostAnswer) => void>()
  let calls = 0
  let isOver = false

  const end = (ended: ContainerEnd) => {
    if (isOver) return
    isOver = true
    thread.off('message', take).off('error', fail).off('exit', left)
    if (ended.kind === 'output') events.free()
    else void thread.terminate()
    events.ended(ended, [])
    events.gone()
  }
  const fail = (cause: unknown) => end({ kind: 'failed', code: 'SKILL_CRASHED', detail: String(cause) })

  const call = (op: HostOp, args: Json): Promise<HostAnswer> => {
    const { promise, resolve } = Promise.withResolvers<HostAnswer>()
    open.set(calls, resolve)
    events.call(calls++, op, args)
    return promise
  }
  const answer = async (seq: number, op: string, args: string) => {
    const body = Buffer.from(`{"seq":${seq},"op":${JSON.stringify(op)},"args":${args}}`)
    const request = { method: 'POST', url: `https://${hostCallsHost}/call`, body }
    const reply = await answerHostCall(request, { call, secrets: run.secrets }, order)
    if ('kind' in reply) return events.stopped(reply.code, reply.reason)
    const text = Buffer.from(reply.body).toString()
    if (reply.status !== 200) return end({ kind: 'failed', code: 'RUNTIME_UNAVAILABLE', detail: text })
    post({ kind: 'answer', seq, answer: JSON.parse(text) })
  }

  const take = (message: FromThread) => {
    if (message.kind === 'ended') end({ kind: 'output', text: message.json })
    else answer(message.seq, message.op, message.args).catch(fail)
  }
  const left = (status: number) => fail(`it exited with code ${status}`)

  thread.on('message', take).on('error', fail).on('exit', left)
  post({ kind: 'run', code, input: run.stdin })
  return {
    answer: (number, given) => {
      open.get(number)?.(given)
      open.delete(number)
    },
    drop: () => end({ kind: 'failed', code: 'CANCELLED', detail: 'the execution was dropped' }),
  }
}
