import { beforeAll, describe, expect, test } from 'vitest'
import { wasmPageBytes } from '../wasm/guest-vm.ts'
import type { LoadedInterpreter } from './load-interpreter.ts'
import { differences, pythonInThread, runToEnd, testInterpreter } from './testing/in-thread.ts'
import { wholeMemory } from './testing/whole-memory.ts'

describe('Python', () => {
  let loaded: LoadedInterpreter
  beforeAll(async () => {
    loaded = await testInterpreter()
  })
  const mb = 1024 * 1024
  /** A script that changes its instance, waits, and then returns this text. */
  const waiting = (text: string) => `
import sys, travel_host
kept = [${JSON.stringify(text)} + str(index) for index in range(500)]
sys.own = ${JSON.stringify(text)}
travel_host.call('kv.get', {})
assert kept == [sys.own + str(index) for index in range(500)]
set_result(sys.own)
`
  const answered = (text: string) => ({ kind: 'returned', json: JSON.stringify({ results: [{ result: text }] }) })

  describe('memory that an earlier execution made the instance grow by', () => {
    /** An instance that has grown, and a place in it beyond the memory of a small execution. */
    const grown = async () => {
      const thread = pythonInThread(loaded)
      await runToEnd(thread, loaded, `data = bytearray(${32 * mb})`)
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

  test('a small script changes few blocks of the image, as each of them is copied back', async () => {
    const thread = pythonInThread(loaded)
    await thread.start('set_result(1)').report
    const memory = thread.vm().bytes()
    const { memory: image } = loaded.image
    const isChanged = (at: number) => memory.compare(image, at, at + wasmPageBytes, at, at + wasmPageBytes) !== 0
    const blocks = Array.from({ length: image.length / wasmPageBytes }, (_, block) => block * wasmPageBytes)
    // It would be about fifty if Python put new objects between those of the image.
    expect(blocks.filter(isChanged).length).toBeLessThan(32)
    await thread.idle()
  })

  describe('a stop request', () => {
    const computing = `
import json, os, travel_host
for _ in range(2): os.write(travel_host._DEVICE, b'cfetch\\n{}')
os.write(travel_host._DEVICE, b'w')
os.read(travel_host._DEVICE, 100)
while True: pass
`

    test('ends a computing script, and the thread serves the next one', async () => {
      const thread = pythonInThread(loaded)
      const other = thread.start(waiting('other'))
      await other.report
      const { execution } = thread.start('while True: pass', { fuel: 1e12 })
      thread.looks.before = () => thread.stop(execution)
      await thread.drop(execution)
      thread.looks.before = () => {}
      expect(differences(thread.vm(), loaded)).toEqual([])
      expect(await thread.answer(other.execution, 1)).toMatchObject({ end: answered('other') })
      expect((await runToEnd(thread, loaded, 'set_result(1)')).end).toMatchObject({ kind: 'returned' })
    })

    test('ends a script whose next answer has already arrived', async () => {
      const thread = pythonInThread(loaded)
      const { execution, report } = thread.start(computing, { fuel: 1e12 })
      await report
      thread.looks.before = () => thread.stop(execution)
      void thread.answer(execution, 1)
      void thread.answer(execution, 2)
      await thread.drop(execution)
      expect(differences(thread.vm(), loaded)).toEqual([])
      expect(thread.posted.filter(({ type }) => type === 'ended')).toEqual([])
    })
  })

  describe('many executions that wait in one instance', () => {
    test('keep their own state, whatever the order of their answers', async () => {
      const thread = pythonInThread(loaded)
      const count = 40
      const started = Array.from({ length: count }, (_, index) => thread.start(waiting(`script ${index}`)))
      for (const { report } of started) expect((await report).type).toBe('waiting')
      const shuffled = started.map((_, index) => (index * 7 + 3) % count)
      for (const index of shuffled) {
        const { execution = 0 } = started[index] ?? {}
        expect(await thread.answer(execution, 1)).toMatchObject({ end: answered(`script ${index}`) })
      }
      await thread.idle()
      expect(differences(thread.vm(), loaded)).toEqual([])
      expect(thread.keptBytes()).toBe(0)
    }, 60_000)

    test('free their memory when they are dropped, and never run again', async () => {
      const thread = pythonInThread(loaded)
      const started = Array.from({ length: 5 }, () => thread.start(waiting('dropped')))
      for (const { report } of started) await report
      expect(thread.keptBytes()).toBeGreaterThan(loaded.image.memory.length)
      for (const { execution } of started) await thread.drop(execution)
      expect(thread.keptBytes()).toBe(0)
      expect(differences(thread.vm(), loaded)).toEqual([])
      const before = thread.posted.length
      void thread.answer(started[0]?.execution ?? 0, 1)
      await thread.idle()
      expect(thread.posted.slice(before).map(({ type }) => type)).toEqual(['dropped'])
    })

    test('count the memory of grown instances that wait for them', async () => {
      const keptBytes = 256 * mb
      const thread = pythonInThread(loaded, { keptBytes })
      for (let index = 0; index < 6; index += 1) {
        const grown = thread.start(`data = bytearray(${48 * mb})\ndel data\n${waiting('grown')}`, { memoryMb: 128 })
        await grown.report
        await runToEnd(thread, loaded, 'set_result(1)')
        expect(thread.keptBytes()).toBeLessThanOrEqual(keptBytes)
      }
      expect(new Set(thread.vms).size).toBeGreaterThan(2)
      const ends = thread.posted.filter((message) => message.type === 'ended' && message.end.kind === 'failed')
      expect(ends).not.toEqual([])
    })
  })
})
