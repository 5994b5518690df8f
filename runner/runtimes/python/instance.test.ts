import { beforeAll, describe, expect, test } from 'vitest'
import type { LoadedInterpreter } from './load-interpreter.ts'
import { pythonInThread, runToEnd, testInterpreter } from './testing/in-thread.ts'
import { wholeMemory } from './testing/whole-memory.ts'

let loaded: LoadedInterpreter
beforeAll(async () => {
  loaded = await testInterpreter()
})
const mb = 1024 * 1024

describe('memory that an earlier execution made the instance grow by', () => {
  /** An instance that has grown, and a place in it beyond the memory of a small execution. */
  const grown = async () => {
    const thread = pythonInThread(loaded)
    await runToEnd(thread, loaded, `data = bytearray(${24 * mb})`)
    return { thread, at: loaded.image.memory.length + 20 * mb }
  }
  const reading = (at: number) => `${wholeMemory}set_result(memory[${at}:${at + 6}].decode().strip('\\0'))`
  const writing = (at: number) => `${wholeMemory}memory[${at}:${at + 6}] = b'secret'`

  test('carries nothing from one execution to the next', async () => {
    const { thread, at } = await grown()
    expect(await runToEnd(thread, loaded, writing(at))).toMatchObject({ end: { kind: 'returned' }, left: [] })
    expect((await runToEnd(thread, loaded, reading(at))).end).toEqual({
      kind: 'returned',
      json: '{"results":[{"result":""}]}',
    })
  })

  test('carries nothing from an execution that waits to one that runs meanwhile', async () => {
    const { thread, at } = await grown()
    const waiting = `${writing(at)}\nimport travel_host\ntravel_host.call('kv.get', {})`
    expect((await thread.start(waiting).report).type).toBe('waiting')
    expect((await runToEnd(thread, loaded, reading(at))).end).toEqual({
      kind: 'returned',
      json: '{"results":[{"result":""}]}',
    })
  })
})
