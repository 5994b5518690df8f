import { type CorpusEntry, corpusAnswer } from './fuel-corpus.ts'
import { executorInThread, seedOf } from './in-thread.ts'

const fuel = 1_000_000_000

/**
 * The fuel that each entry uses on this thread, in the order of the entries. `side` entries are started
 * before the first of them is answered; if there are fewer instances, their states are saved and restored in between.
 */
export function burnCorpus(
  module: WebAssembly.Module,
  entries: readonly CorpusEntry[],
  { instances, side }: { instances: number; side: number },
): number[] {
  const thread = executorInThread(module, { instances })
  const burnt: number[] = []
  for (let from = 0; from < entries.length; from += side) {
    const begun = entries.slice(from, from + side).map(({ skill, n }, index) => {
      const input = JSON.stringify({ action: 'probe', params: { n }, config: {} })
      const execution = from + index + 1
      const more = { fuel, input, seed: seedOf(n), secrets: { API_KEY: 'placeholder' } }
      return { execution, n, said: thread.run(execution, skill, more) }
    })
    for (const { execution, n, said: first } of begun) {
      let said = first
      while (said?.type === 'waiting') {
        const call = said.calls.find((each) => each.call !== 0)
        if (!call) throw new Error('The execution waits without a host call')
        const { json, body } = corpusAnswer(call.op, n)
        said = thread.answer(execution, call.call, json, body)
      }
      if (said?.type !== 'ended' || said.end.kind !== 'returned')
        throw new Error(`Execution ${execution} did not return`)
      burnt.push(fuel - said.fuelLeft)
    }
  }
  return burnt
}
