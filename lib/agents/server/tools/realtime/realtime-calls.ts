import { LRUCache } from 'lru-cache'
import { errorOf } from '#runner/contract/faults.ts'
import { failed, type ToolAnswer } from '../tool-answer.ts'

/** A complete function call of a model. */
export type ModelCall = { readonly callId: string; readonly name: string; readonly arguments: string }

/** An answer of a skill, or whatever a function of the host returned. */
type CallOutput = { readonly callId: string; readonly output: unknown; readonly question?: string | undefined }

type CallPorts = {
  answer(call: ModelCall, signal: AbortSignal): Promise<unknown>
  /** Sends one output. */
  deliver(output: CallOutput): void
  readonly signal: AbortSignal
}

const maxAtOnce = 100
/** The number of remembered call ids. A repeated event for a remembered call does not start it again. */
const maxKnown = 2_000

/**
 * Runs calls concurrently, and delivers the outputs of a turn in the order of its calls. The model continues only when
 * it has all of them.
 */
export function createRealtimeCalls({ answer, deliver, signal }: CallPorts) {
  const known = new LRUCache<string, true>({ max: maxKnown })
  const turns = new Map<string, Promise<CallOutput>[]>()
  const delivered = new Map<string, Promise<void>>()
  let underWay = 0

  async function run(call: ModelCall): Promise<CallOutput> {
    if (underWay >= maxAtOnce) return { callId: call.callId, output: tooMany() }
    underWay += 1
    try {
      const output = await answer(call, signal)
      return { callId: call.callId, output, question: questionOf(output) }
    } finally {
      underWay -= 1
    }
  }

  return {
    /** Starts a call, unless it was started before. `turn`: the id of the model's response that contains it. */
    begin(call: ModelCall, turn: string): void {
      if (known.has(call.callId)) return
      known.set(call.callId, true)
      const output = run(call)
      turns.set(turn, [...(turns.get(turn) ?? []), output])
      const before = delivered.get(turn) ?? Promise.resolve()
      delivered.set(
        turn,
        Promise.all([output, before]).then(([ready]) => deliver(ready)),
      )
    },
    /** Resolves when all outputs of a turn are delivered: their number, and the questions for the person. */
    async settled(turn: string): Promise<{ readonly count: number; readonly questions: readonly string[] }> {
      // While this waits, a reconnect may add a call to the turn.
      for (let last: Promise<void> | undefined; last !== delivered.get(turn); ) {
        last = delivered.get(turn)
        await last
      }
      const outputs = await Promise.all(turns.get(turn) ?? [])
      turns.delete(turn)
      delivered.delete(turn)
      return { count: outputs.length, questions: outputs.flatMap(({ question }) => question ?? []) }
    },
  }
}

function questionOf(output: unknown): string | undefined {
  const isQuestion = typeof output === 'object' && output !== null && 'requires_confirmation' in output
  return isQuestion && 'message' in output && typeof output.message === 'string' ? output.message : undefined
}

const tooMany = (): ToolAnswer => failed(errorOf('RATE_LIMITED', { retry: 'a moment' }))
