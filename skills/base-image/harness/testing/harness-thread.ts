import { parentPort } from 'node:worker_threads'
import type { CallAnswer } from '../call-host.ts'
import { withPeak } from '../peak-memory.ts'
import { runBundle } from '../run-bundle.ts'

/**
 * Runs bundles like `main.ts`, but one after another, in a thread instead of a process each. The thread that started it
 * is the host.
 */

export type ToThread =
  | { readonly kind: 'run'; readonly code: string; readonly input: string }
  | { readonly kind: 'answer'; readonly seq: number; readonly answer: CallAnswer }

/** A host call, or the outcome as one line of JSON. `args` is JSON. */
export type FromThread =
  | { readonly kind: 'call'; readonly seq: number; readonly op: string; readonly args: string }
  | { readonly kind: 'ended'; readonly json: string }

const port = parentPort
if (!port) throw new Error('This file runs as a thread only')
const post = (message: FromThread) => port.postMessage(message)
process.on('unhandledRejection', () => {})

/** Runs a bundle. Returns a function that takes the answers to its host calls. */
function start(code: string, input: string): (seq: number, answer: CallAnswer) => void {
  const open = new Map<number, (answer: CallAnswer) => void>()
  let calls = 0
  let idle = () => {}
  // A skill has no timers, so it waits for nothing once its jobs have run and all its calls are answered.
  const look = () => setImmediate(() => open.size === 0 && idle())
  runBundle({
    code,
    readInput: () => input,
    callHost: (op, args) => {
      const { promise, resolve } = Promise.withResolvers<CallAnswer>()
      open.set(calls, resolve)
      post({ kind: 'call', seq: calls++, op, args })
      return promise
    },
    ended: (json) => post({ kind: 'ended', json: withPeak(json) }),
    // The host always answers, or ends the thread.
    failed: () => {},
    whenIdle: (callback) => {
      idle = callback
      look()
    },
  })
  return (seq, answer) => {
    open.get(seq)?.(answer)
    open.delete(seq)
    look()
  }
}

let take: ReturnType<typeof start> | undefined
port.on('message', (message: ToThread) => {
  if (message.kind === 'run') take = start(message.code, message.input)
  else take?.(message.seq, message.answer)
})
