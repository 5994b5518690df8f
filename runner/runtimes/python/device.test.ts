import { beforeAll, describe, expect, test } from 'vitest'
import type { LoadedInterpreter } from './load-interpreter.ts'
import { type PythonThread, printedBy, pythonInThread, runToEnd, testInterpreter } from './testing/in-thread.ts'

describe('Python', () => {
  let loaded: LoadedInterpreter
  let thread: PythonThread
  beforeAll(async () => {
    loaded = await testInterpreter()
    thread = pythonInThread(loaded)
  })

  /** A program that talks to the device without the platform's modules. */
  const device = `
import json, os, sys, travel_host
DEVICE = travel_host._DEVICE
def say(request): return os.write(DEVICE, request)
def hear(size=65536): return os.read(DEVICE, size)
`
  const ran = (code: string, more = {}) => runToEnd(thread, loaded, device + code, more)
  const crashed = (detail: string | RegExp) => ({
    kind: 'failed',
    code: 'SKILL_CRASHED',
    detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
  })
  const returned = (json: string) => ({ kind: 'returned', json })
  const result = (value: unknown) => returned(JSON.stringify({ results: [{ result: value }] }))

  describe('a request that the platform does not make', () => {
    test.each([
      ['an unknown kind', "say(b'?')", crashed('The guest made an unknown request')],
      ['an empty one', "say(b'')\nset_result(1)", crashed('The guest made an unknown request')],
      ['a call of an unknown operation', "say(b'cnothing\\n{}')", crashed('The guest requested an unknown operation')],
      ['a call without arguments', "say(b'cfetch')", crashed('The guest requested an unknown operation')],
      ['a log line as a call', 'say(b\'cconsole.log\\n{"level":"info","text":"x"}\')', crashed(/unknown operation/)],
      ['a secret as a call', 'say(b\'csecrets.get\\n{"name":"x"}\')', crashed(/unknown operation/)],
      ['an error without JSON', "say(b'xnot json')", crashed('The guest raised an error without a code')],
      ['an error of nothing', "say(b'x')", crashed('The guest raised an error without a code')],
      ['an error of another shape', "say(b'x[1,2]')", crashed('The guest raised an error without a code')],
      [
        'an error that is cut',
        'say(b\'x["A","\' + b"d" * 100000)',
        crashed('The guest raised an error without a code'),
      ],
      ['a second input', "say(b'i')\nset_result(hear().decode())", crashed('The guest asked for its input again')],
      [
        'a wait for nothing',
        "say(b'w')\nhear()",
        crashed('it waits for an answer of the host, and has asked for none'),
      ],
      [
        'two waits for nothing',
        "say(b'w')\nsay(b'w')\nhear()",
        crashed('it waits for an answer of the host, and has asked for none'),
      ],
      ['a wait without a read', "say(b'w')\nset_result(1)", result(1)],
      ['a read without a request', 'set_result(hear().decode())', result('')],
      ['an answer of its own', 'say(b\'r{"results":[{"result":"own"}]}\')\nprint("late")', result('own')],
      ['an answer that is not JSON', "say(b'rnot json')", returned('not json')],
      ['bytes that are no text', "say(b'r\\xff\\xfe')", returned('��')],
      ['an error of its own', "say(b'towned')\nprint('late')", crashed('owned')],
      ['a longer text than is kept', "say(b't' + b'd' * 100000)", crashed(/^d{65536}$/)],
      ['a secret that it does not have', "say(b'sTOKEN')", { kind: 'failed', code: 'CAPABILITY_DENIED' }],
      ['a larger request than is kept', "say(b't' + b'd' * 9_000_000)", crashed(/^d{65536}$/)],
    ])('ends only its execution: %s', async (_, code, end) => {
      const ended = await ran(code)
      expect(ended).toMatchObject({ end, left: [] })
      expect(ended.printed).not.toContain('late')
      expect((await ran('set_result(2)')).end).toEqual(result(2))
    })

    test('may have any code, detail and field', async () => {
      const raised = (args: string) => ran(`say(b'x' + json.dumps(${args}).encode())`)
      expect((await raised("['\\ud800', 'd']")).end).toEqual({ kind: 'raised', code: '\ud800', detail: 'd' })
      expect((await raised("['', '', None]")).end).toEqual({ kind: 'raised', code: '', detail: '' })
      expect((await raised("['A', 'd', 'f', 'g']")).end).toEqual({ kind: 'raised', code: 'A', detail: 'd', field: 'f' })
    })
  })

  test('an error with a field that is too long ends only its execution', async () => {
    const skill =
      'from travel_skill import run, SkillError\ndef main(call): raise SkillError("INVALID_INPUT", "no", field="x" * 100000)\nrun(main)'
    expect((await ran(skill)).end).toMatchObject({ kind: 'failed', code: 'SKILL_CRASHED' })
  })

  test('an answer that no request can hold is too large', async () => {
    expect((await ran("set_result('x' * 9_000_000)", { outputBytes: 100_000, fuel: 1e10 })).end).toMatchObject({
      kind: 'failed',
      code: 'OUTPUT_TOO_LARGE',
    })
    expect((await ran("set_result('x' * 9_000_000)", { outputBytes: 20_000_000, fuel: 1e10 })).end).toMatchObject({
      kind: 'failed',
      code: 'OUTPUT_TOO_LARGE',
    })
  })

  test('arguments that no request can hold end the execution', async () => {
    const { end } = await ran("travel_host.call('fetch', {'body': 'x' * 9_000_000})", { fuel: 1e10 })
    expect(end).toMatchObject({ code: 'SKILL_CRASHED', detail: expect.stringContaining('larger than 1024 KB') })
  })

  describe('the device', () => {
    const wait = "say(b'cfetch\\n{}')\nsay(b'w')\n"

    test.each([
      ['one byte at a time', "got = b''\nwhile part := hear(1): got += part\n"],
      ['after an empty read', 'assert hear(0) == b""\ngot = hear()\n'],
      ['after more waits', "say(b'w')\nsay(b'w')\ngot = hear()\n"],
      ['under another number', 'other = os.open("/data/.host", os.O_RDWR)\ngot = os.read(other, 100)\n'],
      [
        'under another number, when it was closed',
        'os.close(DEVICE)\ngot = os.read(os.open("/data/.host", os.O_RDWR), 100)\n',
      ],
      ['into several buffers', 'got = b"".join([hear(4), hear(9), hear()])\n'],
    ])('gives an answer %s', async (_, code) => {
      const { execution, report } = thread.start(`${device}${wait}${code}set_result(got[13:].decode())`)
      expect((await report).type).toBe('waiting')
      const last = await thread.answer(execution, 1, { json: '{}', body: Buffer.from('body') })
      expect(last).toMatchObject({ type: 'ended', end: result('{}body') })
      await thread.idle()
    })

    test('that is closed ends the execution without an answer', async () => {
      expect(await ran('os.close(DEVICE)\nset_result(1)')).toMatchObject({
        end: crashed('it ended without an answer'),
        left: [],
      })
    })

    test('does not wait for a call whose answer it already has', async () => {
      const { execution, report } = thread.start(`${device}${wait}first = hear()\nsay(b'w')\nset_result(len(hear()))`)
      await report
      expect(await thread.answer(execution, 1)).toMatchObject({
        end: crashed('it waits for an answer of the host, and has asked for none'),
      })
    })

    test('can be open 64 times, with all other files', async () => {
      const code =
        'try:\n  while True: os.open("/data/.host", os.O_RDWR)\nexcept OSError as error: set_result(error.errno)'
      expect((await ran(code)).end).toEqual(result(33))
    })

    test('passes no more calls than the limit', async () => {
      const { end } = await ran("for _ in range(33): say(b'cfetch\\n{}')")
      expect(end).toMatchObject({ code: 'CAPABILITY_DENIED', cause: 'host_calls' })
    })

    test('reads nothing from what another execution was answered', async () => {
      const first = thread.start(`${device}${wait}hear(17)\nsay(b'w')\nimport time\ntravel_host.call('fetch', {})`)
      await first.report
      const next = await ran('set_result(hear().decode())')
      expect(next.end).toEqual(result(''))
      await thread.drop(first.execution)
    })
  })

  describe('what a program prints', () => {
    test('is cut into entries of at most 32 KB, however it is written', async () => {
      const { printed } = await ran(
        'sys.stdout.write("é" * 20000)\nsys.stdout.flush()\nos.write(1, b"\\n" + b"x" * 20000)',
      )
      expect(printed.replaceAll('\n', '')).toBe('é'.repeat(20_000) + 'x'.repeat(20_000))
      const entries = printed.split('\n').map((entry) => entry.length)
      expect(Math.max(...entries)).toBeLessThanOrEqual(32 * 1024)
    })

    test('ends with a notice when it is more than the log takes', async () => {
      const code = "os.write(1, b'x' * 8_000_000 + b'\\n' + b'y' * 100)\ntravel_host.call('fetch', {})"
      const { execution, report } = thread.start(device + code)
      const waiting = await report
      const last = await thread.answer(execution, 1)
      expect(printedBy([waiting, last])).toContain('The log is full')
    })
  })
})
