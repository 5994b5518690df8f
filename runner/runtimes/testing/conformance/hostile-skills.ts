import type { ErrorCode } from '../../../contract/errors.ts'
import type { ExecutionLimits } from '../../../core/skill.ts'

export type HostileSkill = {
  readonly title: string
  /** The default export of a JavaScript skill. Absent: JavaScript cannot say it. */
  readonly javascript?: string
  /** Code at the top level of the JavaScript module. */
  readonly top?: string
  /** A Python script. Absent: Python cannot say it. */
  readonly python?: string
  /** The error codes with which the execution may end. */
  readonly ends: readonly ErrorCode[]
  readonly limits?: Partial<ExecutionLimits>
}

const lines = (...text: readonly string[]) => text.join('\n')

const outOfFuel = ['OUT_OF_FUEL'] as const
const outOfMemory = ['OUT_OF_MEMORY'] as const
/** It depends on the runtime whether fuel or memory runs out first. */
const outOfEither = ['OUT_OF_FUEL', 'OUT_OF_MEMORY'] as const
const crashed = ['SKILL_CRASHED'] as const

const endless: readonly HostileSkill[] = [
  { title: 'a loop', javascript: '() => { for (;;); }', python: 'while True: pass', ends: outOfFuel },
  {
    title: 'a loop that swallows every error',
    javascript: '() => { for (;;) try { for (;;); } catch {} finally { continue } }',
    python: lines('while True:', '    try:', '        while True: pass', '    except BaseException: continue'),
    ends: outOfFuel,
  },
  {
    title: 'a loop after a host call',
    javascript: 'async () => { await time.offset([]); for (;;); }',
    python: lines('settings.keys()', 'while True: pass'),
    ends: outOfFuel,
  },
  { title: 'a loop at the top level', javascript: '() => 1', top: 'for (;;);', ends: outOfFuel },
  { title: 'a loop in a getter of the answer', javascript: '() => ({ get a() { for (;;); } })', ends: outOfFuel },
  { title: 'a loop in toJSON', javascript: '() => ({ toJSON() { for (;;); } })', ends: outOfFuel },
  { title: 'a loop in a thenable', javascript: '() => ({ then() { for (;;); } })', ends: outOfFuel },
  {
    title: 'a loop in a getter of the error',
    javascript: '() => { throw { get stack() { for (;;); } } }',
    ends: outOfFuel,
  },
  { title: 'an endless proxy', javascript: '() => new Proxy({}, { ownKeys() { for (;;); } })', ends: outOfFuel },
  {
    title: 'endless thenables',
    javascript: '() => { const next = { then: (go) => go({ ...next }) }; return next }',
    ends: outOfFuel,
  },
  {
    title: 'a flood of microtasks',
    javascript: '() => { const next = () => Promise.resolve().then(next); next(); return new Promise(() => {}) }',
    ends: outOfEither,
  },
  {
    title: 'an async loop',
    javascript: 'async () => { for (;;) await null }',
    python: lines(
      'import asyncio',
      'async def main():',
      '    while True: await asyncio.sleep(0)',
      'asyncio.run(main())',
    ),
    ends: outOfFuel,
  },
  {
    title: 'a native join',
    javascript: '() => Array(2e8).join()',
    python: `','.join(['x'] * 200_000_000)`,
    ends: outOfEither,
  },
  {
    title: 'a native sort',
    javascript:
      '() => Array.from({ length: 1e5 }, (_, n) => n % 17).sort(() => { for (let n = 0; n < 1e4; n++); return 1 })',
    python: 'sorted(range(100_000), key=lambda n: sum(range(100_000)))',
    ends: outOfFuel,
  },
  {
    title: 'a native search',
    javascript: `() => { const text = 'a'.repeat(1e5); for (;;) text.indexOf('a'.repeat(5e4) + 'b') }`,
    python: lines(`text = 'a' * 100_000`, `while True: text.find('a' * 50_000 + 'b')`),
    ends: outOfFuel,
  },
  {
    title: 'a backtracking regular expression',
    javascript: `() => /^(a+)+$/.test('a'.repeat(64) + 'b')`,
    python: lines('import re', `re.match('(a+)+$', 'a' * 64 + 'b')`),
    ends: outOfFuel,
  },
]

const tight = { memoryMb: 8, fuel: 20_000 }

const memoryBombs: readonly HostileSkill[] = [
  {
    title: 'arrays',
    javascript: '() => { const all = []; for (;;) all.push(new Array(1000).fill(1)) }',
    python: lines('kept = []', 'while True: kept.append([1] * 1000)'),
    ends: outOfMemory,
  },
  {
    title: 'strings',
    javascript: `() => { let text = 'x'; for (;;) text += text.repeat(2) }`,
    python: lines(`text = 'x'`, 'while True: text += text * 2'),
    ends: [...outOfMemory, ...crashed],
  },
  {
    title: 'retained strings',
    javascript: `() => { const all = []; for (let n = 0; ; n++) all.push(('x' + n).repeat(1e5)) }`,
    python: lines('kept = []', `while True: kept.append(f'x{len(kept)}' * 100_000)`),
    ends: outOfMemory,
  },
  {
    title: 'typed arrays',
    javascript: '() => { const all = []; for (;;) all.push(new Float64Array(1e5).fill(1)) }',
    python: lines('import array', 'kept = []', `while True: kept.append(array.array('d', [1]) * 100_000)`),
    ends: outOfMemory,
  },
  {
    title: 'one large buffer',
    javascript: '() => new ArrayBuffer(1e9)',
    python: 'bytearray(10 ** 9)',
    ends: outOfMemory,
  },
  {
    title: 'maps',
    javascript: '() => { const all = new Map(); for (let n = 0; ; n++) all.set(n, {}) }',
    python: lines('kept = {}', 'while True: kept[len(kept)] = {}'),
    ends: outOfMemory,
  },
  {
    title: 'big integers',
    javascript: '() => { let n = 3n; for (;;) n *= n }',
    python: lines('n = 3', 'while True: n *= n'),
    ends: [...outOfEither, ...crashed],
  },
  {
    title: 'promises',
    javascript: '() => { const all = []; for (;;) all.push(new Promise(() => {})) }',
    ends: outOfMemory,
  },
  {
    title: 'memory that stays referenced after the failure',
    javascript: '() => { globalThis.all = []; for (;;) all.push(new Array(1000).fill(1)) }',
    python: lines('import builtins', 'builtins.kept = []', 'while True: kept.append([1] * 1000)'),
    ends: outOfMemory,
  },
  {
    title: 'memory after a host call',
    javascript: 'async () => { await time.offset([]); globalThis.all = []; for (;;) all.push([1, 2, 3]) }',
    python: lines('settings.keys()', 'kept = []', 'while True: kept.append([1, 2, 3])'),
    ends: outOfMemory,
  },
  {
    title: 'memory allocated at the top level',
    javascript: '() => all.length',
    top: 'globalThis.all = []; for (let n = 0; n < 40; n++) all.push(new Uint8Array(1e6))',
    ends: outOfMemory,
  },
  {
    title: 'repeated attempts to allocate memory',
    javascript: '() => { const all = []; for (;;) try { all.push(new Array(1000).fill(1)) } catch {} }',
    python: lines('kept = []', 'while True:', '    try: kept.append([1] * 1000)', '    except MemoryError: pass'),
    ends: outOfEither,
  },
]

const recursion: readonly HostileSkill[] = [
  {
    title: 'calls',
    javascript: '() => { const down = () => down() + 1; return down() }',
    python: lines('def down(): return down() + 1', 'down()'),
    ends: crashed,
  },
  {
    title: 'getters',
    javascript: '() => { const a = { get b() { return this.b } }; return a.b }',
    python: lines('class A:', '    @property', '    def b(self): return self.b', 'A().b'),
    ends: crashed,
  },
  {
    title: 'a deep JSON text',
    javascript: `() => JSON.parse('['.repeat(1e6))`,
    python: lines('import json', `json.loads('[' * 1_000_000)`),
    ends: [...crashed, ...outOfMemory],
  },
  {
    title: 'a deep answer',
    javascript: '() => { let deep = []; for (let n = 0; n < 1e5; n++) deep = [deep]; return deep }',
    python: lines('deep = []', 'for _ in range(100_000): deep = [deep]', 'set_result(deep)'),
    ends: ['INVALID_OUTPUT', ...outOfFuel],
  },
  {
    title: 'a moderately deep answer',
    javascript: '() => { let deep = []; for (let n = 0; n < 500; n++) deep = [deep]; return deep }',
    python: lines('deep = []', 'for _ in range(500): deep = [deep]', 'set_result(deep)'),
    ends: ['INVALID_OUTPUT'],
  },
  {
    title: 'a deep regular expression',
    javascript: `() => new RegExp('('.repeat(1e5) + ')'.repeat(1e5))`,
    python: lines('import re', `re.compile('(' * 100_000 + ')' * 100_000)`),
    ends: [...crashed, ...outOfEither],
  },
  {
    title: 'a recursive regular expression',
    javascript: `() => /(?:(?:a|b)*c?)*d/.test('ab'.repeat(1e5))`,
    ends: [...crashed, ...outOfEither],
  },
  {
    title: 'proxies of proxies',
    javascript: '() => { let p = {}; for (let n = 0; n < 1e5; n++) p = new Proxy(p, {}); return p.x }',
    ends: [...crashed, ...outOfMemory],
  },
  {
    title: 'a bound chain',
    javascript: '() => { let f = () => 1; for (let n = 0; n < 1e5; n++) f = f.bind(null); return f() }',
    ends: [...crashed, ...outOfEither],
  },
]

const nested = (open: string, close: string) => `${open.repeat(1e5)}1${close.repeat(1e5)}`
const deepCode = (open: string, close: string) => `const deep = () => ${nested(open, close)}`

const deepSource: readonly HostileSkill[] = [
  {
    title: 'deep brackets',
    javascript: '() => deep()',
    top: deepCode('[', ']'),
    python: nested('[', ']'),
    ends: crashed,
  },
  {
    title: 'deep parentheses',
    javascript: '() => deep()',
    top: deepCode('(', ')'),
    python: nested('(', ')'),
    ends: crashed,
  },
  {
    title: 'deep blocks',
    javascript: '() => deep()',
    top: `${'{'.repeat(1e5)}${'}'.repeat(1e5)}`,
    python: lines(...Array.from({ length: 200 }, (_, n) => `${' '.repeat(n)}if True:`)),
    ends: crashed,
  },
  {
    title: 'deep functions',
    javascript: '() => deep()',
    top: deepCode('(() => ', ')()'),
    python: nested('(lambda: ', ')()'),
    ends: crashed,
  },
  { title: 'deep templates', javascript: '() => deep()', top: deepCode('`${', '}`'), ends: crashed },
  {
    title: 'a deep pattern',
    javascript: '() => 1',
    top: `const ${'['.repeat(1e5)}x${']'.repeat(1e5)} = []`,
    ends: crashed,
  },
  {
    title: 'a deep regular expression literal',
    javascript: `() => /${'('.repeat(5e4)}a${')'.repeat(5e4)}/.test('a')`,
    ends: [...crashed, ...outOfEither],
  },
]

const denied = ['CAPABILITY_DENIED'] as const
const blocked = ['EGRESS_BLOCKED'] as const

const undeclared: readonly HostileSkill[] = [
  {
    title: 'an undeclared host, caught',
    javascript: `async () => { try { await fetch('https://evil.example/') } catch { return 'caught' } finally { return 'caught' } }`,
    python: lines(
      'import httpx',
      `try: httpx.get('https://evil.example/')`,
      'except BaseException: pass',
      `set_result('caught')`,
    ),
    ends: blocked,
  },
  {
    title: 'an undeclared host, caught on the promise',
    javascript: `() => fetch('https://evil.example/').catch(() => 'caught').finally(() => 'caught')`,
    ends: blocked,
  },
  {
    title: 'an undeclared host, without awaiting the call',
    javascript: `() => { fetch('https://evil.example/').catch(() => {}); return 'done' }`,
    ends: blocked,
  },
  {
    title: 'an undeclared host, without awaiting, and then a SkillError',
    javascript: `() => { fetch('https://evil.example/'); throw new SkillError('API_TIMEOUT') }`,
    ends: blocked,
  },
  {
    title: 'an undeclared host, without awaiting, and then a crash',
    javascript: `() => { fetch('https://evil.example/'); throw new Error('crash') }`,
    ends: blocked,
  },
  {
    title: 'an undeclared host, in a race',
    javascript: `() => Promise.race([fetch('https://evil.example/'), Promise.resolve('done')])`,
    ends: blocked,
  },
  {
    title: 'an undeclared host, and then a loop to hold back the answer',
    javascript: `() => { fetch('https://evil.example/'); for (;;); }`,
    ends: [...blocked, ...outOfFuel],
  },
  {
    title: 'an undeclared secret, caught',
    javascript: `() => { try { return secrets.get('OTHER') } catch { return 'caught' } finally { return 'caught' } }`,
    ends: denied,
  },
  {
    title: 'an undeclared secret named like a property of Object.prototype',
    javascript: `() => { try { return String(secrets.get('constructor')) } catch { return 'caught' } }`,
    ends: denied,
  },
  {
    title: 'an undeclared secret, in a promise',
    javascript: `async () => { await null; try { secrets.get('OTHER') } catch {} return 'caught' }`,
    ends: denied,
  },
  {
    title: 'an undeclared file, caught',
    javascript: `async () => { try { return await files.read('undeclared') } catch { return 'caught' } finally { return 'caught' } }`,
    ends: denied,
  },
  {
    title: 'an undeclared file, written without awaiting the call',
    javascript: `() => { files.write('undeclared', 'x').catch(() => {}); return 'done' }`,
    ends: denied,
  },
  {
    title: 'an undeclared program, caught',
    javascript: `async () => { try { return await exec.run('undeclared') } catch { return 'caught' } finally { return 'caught' } }`,
    ends: denied,
  },
  {
    title: 'an undeclared program, in a race',
    javascript: `() => Promise.race([exec.run('undeclared'), Promise.resolve('done')])`,
    ends: denied,
  },
  {
    title: 'an undeclared model, caught',
    javascript: `async () => { try { return await llm.predict('undeclared') } catch { return 'caught' } }`,
    python: lines(`try: llm.predict('undeclared')`, 'except BaseException: pass', `set_result('caught')`),
    ends: denied,
  },
  {
    title: 'an undeclared memory, without awaiting the call',
    javascript: `() => { memory.recall('undeclared').catch(() => {}); return 'done' }`,
    ends: denied,
  },
  {
    title: 'more host calls than allowed, in parallel',
    javascript: `async () => { for (let n = 0; n < 1e6; n++) fetch('https://api.example.com/').catch(() => {}) }`,
    ends: denied,
  },
  {
    title: 'more host calls than allowed, one by one',
    javascript: `async () => { for (;;) try { await fetch('https://api.example.com/') } catch {} }`,
    python: lines(
      'import httpx',
      'while True:',
      `    try: httpx.get('https://api.example.com/')`,
      '    except BaseException: pass',
    ),
    ends: denied,
  },
  {
    title: 'more secrets than allowed',
    javascript: `() => { for (;;) try { secrets.get('API_KEY') } catch {} }`,
    ends: denied,
  },
  {
    title: 'a request body over its limit',
    javascript: `() => fetch('https://api.example.com/', { method: 'POST', body: new Uint8Array(2e6) })`,
    python: lines('import httpx', `httpx.post('https://api.example.com/', content=b'x' * 2_000_000)`),
    ends: crashed,
  },
  {
    title: 'too many bytes in requests in flight',
    javascript: `() => {
      const body = new Uint8Array(1e6)
      return Promise.all(Array.from({ length: 100 }, () => fetch('https://api.example.com/', { method: 'POST', body })))
    }`,
    limits: { hostCalls: 1000 },
    ends: denied,
  },
  {
    title: 'a host call at the top level',
    javascript: '() => 1',
    top: `fetch('https://api.example.com/')`,
    ends: crashed,
  },
]

const wrongAnswers: readonly HostileSkill[] = [
  { title: 'nothing', javascript: '() => {}', ends: ['INVALID_OUTPUT'] },
  { title: 'a function', javascript: '() => () => 1', python: 'set_result(print)', ends: ['INVALID_OUTPUT'] },
  {
    title: 'a cycle',
    javascript: '() => { const a = {}; a.a = a; return a }',
    python: lines('a = []', 'a.append(a)', 'set_result(a)'),
    ends: ['INVALID_OUTPUT'],
  },
  { title: 'a big integer', javascript: '() => ({ a: 1n })', ends: ['INVALID_OUTPUT'] },
  {
    title: 'an answer that throws',
    javascript: `() => ({ toJSON() { throw new SkillError('API_TIMEOUT') } })`,
    ends: ['INVALID_OUTPUT'],
  },
  {
    title: 'an answer over its size limit',
    javascript: `() => 'x'.repeat(64 * 1024)`,
    python: `set_result('x' * 64 * 1024)`,
    ends: ['OUTPUT_TOO_LARGE'],
  },
  {
    title: 'an answer over its size limit in bytes but not in characters',
    javascript: `() => '€'.repeat(30 * 1024)`,
    python: `set_result('€' * 30 * 1024)`,
    ends: ['OUTPUT_TOO_LARGE'],
  },
  {
    title: 'an answer that grows while it is read',
    javascript: '() => ({ get a() { return Array(1000).fill(this) } })',
    ends: [...outOfEither, 'INVALID_OUTPUT', 'OUTPUT_TOO_LARGE'],
  },
  { title: 'no answer', javascript: '() => new Promise(() => {})', ends: crashed },
  {
    title: 'no answer after a host call',
    javascript: 'async () => { await time.offset([]); await new Promise(() => {}) }',
    ends: crashed,
  },
]

const forgeries: readonly HostileSkill[] = [
  {
    title: 'a lookalike of SkillError',
    javascript: `() => { throw { name: 'SkillError', code: 'API_TIMEOUT', message: '' } }`,
    ends: crashed,
  },
  {
    title: 'an object made from SkillError',
    javascript: `() => { throw Object.assign(Object.create(SkillError.prototype), { code: 'API_TIMEOUT' }) }`,
    ends: crashed,
  },
  {
    title: 'a code that a skill may not raise',
    javascript: `() => { throw new SkillError('CANCELLED') }`,
    ends: crashed,
  },
  {
    title: 'an attempt to change its code',
    javascript: `() => { const error = new SkillError('INTERNAL'); try { error.code = 'API_TIMEOUT' } catch {} throw error }`,
    ends: crashed,
  },
  {
    title: 'a forged out-of-memory error',
    javascript: `() => { throw new InternalError('out of memory') }`,
    python: `raise MemoryError('forged')`,
    ends: crashed,
  },
  {
    title: 'an error that has no text',
    javascript: '() => { throw Object.create(null) }',
    python: lines('class E(Exception):', '    def __str__(self): raise ValueError', 'raise E'),
    ends: crashed,
  },
  { title: 'a symbol', javascript: `() => { throw Symbol('x') }`, ends: crashed },
  { title: 'null', javascript: '() => { throw null }', python: 'raise None', ends: crashed },
  { title: 'no default export', javascript: 'undefined', ends: crashed },
  { title: 'a default export that is not a function', javascript: '({})', ends: crashed },
  { title: 'code that does not parse', javascript: '() => {', python: 'x = (', ends: crashed },
  {
    title: 'a module that throws',
    javascript: '() => 1',
    top: `throw new Error('at the top')`,
    python: `raise ValueError('at the top')`,
    ends: crashed,
  },
  { title: 'an exit of the process', python: lines('import os', 'os._exit(3)'), ends: crashed },
  {
    title: 'an error in a microtask',
    javascript: `() => { queueMicrotask(() => { throw new Error('later') }); return new Promise(() => {}) }`,
    ends: crashed,
  },
]

/** Hostile skills by attack. */
export const hostileSkills: Readonly<Record<string, readonly HostileSkill[]>> = {
  'endless work': endless,
  'too much memory': memoryBombs.map((one) => ({ ...one, limits: tight })),
  recursion: recursion,
  'deeply nested code': deepSource,
  'undeclared or too many calls': undeclared,
  'wrong answers': wrongAnswers,
  'forged or broken': forgeries,
}
