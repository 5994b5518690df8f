import type { ErrorCode } from '../../../contract/errors.ts'
import type { ExecutionLimits } from '../../../core/skill.ts'

export type HostileSkill = {
  readonly title: string
  /** The skill's default export. */
  readonly skill: string
  /** Code at the top level of the skill's module. */
  readonly top?: string
  /** The error codes with which the execution may end. */
  readonly ends: readonly ErrorCode[]
  readonly limits?: Partial<ExecutionLimits>
}

const outOfFuel = ['OUT_OF_FUEL'] as const
const outOfMemory = ['OUT_OF_MEMORY'] as const
/** It depends on the runtime whether fuel or memory runs out first. */
const outOfEither = ['OUT_OF_FUEL', 'OUT_OF_MEMORY'] as const
const crashed = ['SKILL_CRASHED'] as const

const endless: readonly HostileSkill[] = [
  { title: 'a loop', skill: '() => { for (;;); }', ends: outOfFuel },
  {
    title: 'a loop that swallows every error',
    skill: '() => { for (;;) try { for (;;); } catch {} finally { continue } }',
    ends: outOfFuel,
  },
  { title: 'a loop after a host call', skill: 'async () => { await time.offset([]); for (;;); }', ends: outOfFuel },
  { title: 'a loop at the top level', skill: '() => 1', top: 'for (;;);', ends: outOfFuel },
  { title: 'a loop in a getter of the answer', skill: '() => ({ get a() { for (;;); } })', ends: outOfFuel },
  { title: 'a loop in toJSON', skill: '() => ({ toJSON() { for (;;); } })', ends: outOfFuel },
  { title: 'a loop in a thenable', skill: '() => ({ then() { for (;;); } })', ends: outOfFuel },
  { title: 'a loop in a getter of the error', skill: '() => { throw { get stack() { for (;;); } } }', ends: outOfFuel },
  { title: 'an endless proxy', skill: '() => new Proxy({}, { ownKeys() { for (;;); } })', ends: outOfFuel },
  {
    title: 'endless thenables',
    skill: '() => { const next = { then: (go) => go({ ...next }) }; return next }',
    ends: outOfFuel,
  },
  {
    title: 'a flood of microtasks',
    skill: '() => { const next = () => Promise.resolve().then(next); next(); return new Promise(() => {}) }',
    ends: outOfEither,
  },
  { title: 'an async loop', skill: 'async () => { for (;;) await null }', ends: outOfFuel },
  { title: 'a native join', skill: '() => Array(2e8).join()', ends: outOfEither },
  {
    title: 'a native sort',
    skill:
      '() => Array.from({ length: 1e5 }, (_, n) => n % 17).sort(() => { for (let n = 0; n < 1e4; n++); return 1 })',
    ends: outOfFuel,
  },
  {
    title: 'a native search',
    skill: `() => { const text = 'a'.repeat(1e5); for (;;) text.indexOf('a'.repeat(5e4) + 'b') }`,
    ends: outOfFuel,
  },
  { title: 'a backtracking regular expression', skill: `() => /^(a+)+$/.test('a'.repeat(64) + 'b')`, ends: outOfFuel },
]

const tight = { memoryMb: 8, fuel: 20_000 }

const memoryBombs: readonly HostileSkill[] = [
  { title: 'arrays', skill: '() => { const all = []; for (;;) all.push(new Array(1000).fill(1)) }', ends: outOfMemory },
  {
    title: 'strings',
    skill: `() => { let text = 'x'; for (;;) text += text.repeat(2) }`,
    ends: [...outOfMemory, ...crashed],
  },
  {
    title: 'retained strings',
    skill: `() => { const all = []; for (let n = 0; ; n++) all.push(('x' + n).repeat(1e5)) }`,
    ends: outOfMemory,
  },
  {
    title: 'typed arrays',
    skill: '() => { const all = []; for (;;) all.push(new Float64Array(1e5).fill(1)) }',
    ends: outOfMemory,
  },
  { title: 'one large buffer', skill: '() => new ArrayBuffer(1e9)', ends: outOfMemory },
  { title: 'maps', skill: '() => { const all = new Map(); for (let n = 0; ; n++) all.set(n, {}) }', ends: outOfMemory },
  { title: 'big integers', skill: '() => { let n = 3n; for (;;) n *= n }', ends: [...outOfEither, ...crashed] },
  { title: 'promises', skill: '() => { const all = []; for (;;) all.push(new Promise(() => {})) }', ends: outOfMemory },
  {
    title: 'memory that stays referenced after the failure',
    skill: '() => { globalThis.all = []; for (;;) all.push(new Array(1000).fill(1)) }',
    ends: outOfMemory,
  },
  {
    title: 'memory after a host call',
    skill: 'async () => { await time.offset([]); globalThis.all = []; for (;;) all.push([1, 2, 3]) }',
    ends: outOfMemory,
  },
  {
    title: 'memory allocated at the top level',
    skill: '() => all.length',
    top: 'globalThis.all = []; for (let n = 0; n < 40; n++) all.push(new Uint8Array(1e6))',
    ends: outOfMemory,
  },
  {
    title: 'repeated attempts to allocate memory',
    skill: '() => { const all = []; for (;;) try { all.push(new Array(1000).fill(1)) } catch {} }',
    ends: outOfEither,
  },
]

const recursion: readonly HostileSkill[] = [
  { title: 'calls', skill: '() => { const down = () => down() + 1; return down() }', ends: crashed },
  { title: 'getters', skill: '() => { const a = { get b() { return this.b } }; return a.b }', ends: crashed },
  { title: 'a deep JSON text', skill: `() => JSON.parse('['.repeat(1e6))`, ends: [...crashed, ...outOfMemory] },
  {
    title: 'a deep answer',
    skill: '() => { let deep = []; for (let n = 0; n < 1e5; n++) deep = [deep]; return deep }',
    ends: ['INVALID_OUTPUT', ...outOfFuel],
  },
  {
    title: 'a moderately deep answer',
    skill: '() => { let deep = []; for (let n = 0; n < 500; n++) deep = [deep]; return deep }',
    ends: ['INVALID_OUTPUT'],
  },
  {
    title: 'a deep regular expression',
    skill: `() => new RegExp('('.repeat(1e5) + ')'.repeat(1e5))`,
    ends: [...crashed, ...outOfEither],
  },
  {
    title: 'a recursive regular expression',
    skill: `() => /(?:(?:a|b)*c?)*d/.test('ab'.repeat(1e5))`,
    ends: [...crashed, ...outOfEither],
  },
  {
    title: 'proxies of proxies',
    skill: '() => { let p = {}; for (let n = 0; n < 1e5; n++) p = new Proxy(p, {}); return p.x }',
    ends: [...crashed, ...outOfMemory],
  },
  {
    title: 'a bound chain',
    skill: '() => { let f = () => 1; for (let n = 0; n < 1e5; n++) f = f.bind(null); return f() }',
    ends: [...crashed, ...outOfEither],
  },
]

const deepCode = (open: string, close: string) => `const deep = () => ${open.repeat(1e5)}1${close.repeat(1e5)}`

const deepSource: readonly HostileSkill[] = [
  { title: 'deep brackets', skill: '() => deep()', top: deepCode('[', ']'), ends: crashed },
  { title: 'deep parentheses', skill: '() => deep()', top: deepCode('(', ')'), ends: crashed },
  { title: 'deep blocks', skill: '() => deep()', top: `${'{'.repeat(1e5)}${'}'.repeat(1e5)}`, ends: crashed },
  { title: 'deep functions', skill: '() => deep()', top: deepCode('(() => ', ')()'), ends: crashed },
  { title: 'deep templates', skill: '() => deep()', top: deepCode('`${', '}`'), ends: crashed },
  { title: 'a deep pattern', skill: '() => 1', top: `const ${'['.repeat(1e5)}x${']'.repeat(1e5)} = []`, ends: crashed },
  {
    title: 'a deep regular expression literal',
    skill: `() => /${'('.repeat(5e4)}a${')'.repeat(5e4)}/.test('a')`,
    ends: [...crashed, ...outOfEither],
  },
]

const denied = ['CAPABILITY_DENIED'] as const
const blocked = ['EGRESS_BLOCKED'] as const

const undeclared: readonly HostileSkill[] = [
  {
    title: 'an undeclared host, caught',
    skill: `async () => { try { await fetch('https://evil.example/') } catch { return 'caught' } finally { return 'caught' } }`,
    ends: blocked,
  },
  {
    title: 'an undeclared host, caught on the promise',
    skill: `() => fetch('https://evil.example/').catch(() => 'caught').finally(() => 'caught')`,
    ends: blocked,
  },
  {
    title: 'an undeclared host, without awaiting the call',
    skill: `() => { fetch('https://evil.example/').catch(() => {}); return 'done' }`,
    ends: blocked,
  },
  {
    title: 'an undeclared host, without awaiting, and then a SkillError',
    skill: `() => { fetch('https://evil.example/'); throw new SkillError('API_TIMEOUT') }`,
    ends: blocked,
  },
  {
    title: 'an undeclared host, without awaiting, and then a crash',
    skill: `() => { fetch('https://evil.example/'); throw new Error('crash') }`,
    ends: blocked,
  },
  {
    title: 'an undeclared host, in a race',
    skill: `() => Promise.race([fetch('https://evil.example/'), Promise.resolve('done')])`,
    ends: blocked,
  },
  {
    title: 'an undeclared host, and then a loop to hold back the answer',
    skill: `() => { fetch('https://evil.example/'); for (;;); }`,
    ends: [...blocked, ...outOfFuel],
  },
  {
    title: 'an undeclared secret, caught',
    skill: `() => { try { return secrets.get('OTHER') } catch { return 'caught' } finally { return 'caught' } }`,
    ends: denied,
  },
  {
    title: 'an undeclared secret named like a property of Object.prototype',
    skill: `() => { try { return String(secrets.get('constructor')) } catch { return 'caught' } }`,
    ends: denied,
  },
  {
    title: 'an undeclared secret, in a promise',
    skill: `async () => { await null; try { secrets.get('OTHER') } catch {} return 'caught' }`,
    ends: denied,
  },
  {
    title: 'an undeclared file, caught',
    skill: `async () => { try { return await files.read('undeclared') } catch { return 'caught' } finally { return 'caught' } }`,
    ends: denied,
  },
  {
    title: 'an undeclared file, written without awaiting the call',
    skill: `() => { files.write('undeclared', 'x').catch(() => {}); return 'done' }`,
    ends: denied,
  },
  {
    title: 'an undeclared program, caught',
    skill: `async () => { try { return await exec.run('undeclared') } catch { return 'caught' } finally { return 'caught' } }`,
    ends: denied,
  },
  {
    title: 'an undeclared program, in a race',
    skill: `() => Promise.race([exec.run('undeclared'), Promise.resolve('done')])`,
    ends: denied,
  },
  {
    title: 'an undeclared model, caught',
    skill: `async () => { try { return await llm.predict('undeclared') } catch { return 'caught' } }`,
    ends: denied,
  },
  {
    title: 'an undeclared memory, without awaiting the call',
    skill: `() => { memory.recall('undeclared').catch(() => {}); return 'done' }`,
    ends: denied,
  },
  {
    title: 'more host calls than allowed, in parallel',
    skill: `async () => { for (let n = 0; n < 1e6; n++) fetch('https://api.example.com/').catch(() => {}) }`,
    ends: denied,
  },
  {
    title: 'more host calls than allowed, one by one',
    skill: `async () => { for (;;) try { await fetch('https://api.example.com/') } catch {} }`,
    ends: denied,
  },
  {
    title: 'more secrets than allowed',
    skill: `() => { for (;;) try { secrets.get('API_KEY') } catch {} }`,
    ends: denied,
  },
  {
    title: 'a request body over its limit',
    skill: `() => fetch('https://api.example.com/', { method: 'POST', body: new Uint8Array(2e6) })`,
    ends: crashed,
  },
  {
    title: 'too many bytes in requests in flight',
    skill: `() => {
      const body = new Uint8Array(1e6)
      return Promise.all(Array.from({ length: 100 }, () => fetch('https://api.example.com/', { method: 'POST', body })))
    }`,
    limits: { hostCalls: 1000 },
    ends: denied,
  },
  { title: 'a host call at the top level', skill: '() => 1', top: `fetch('https://api.example.com/')`, ends: crashed },
]

const wrongAnswers: readonly HostileSkill[] = [
  { title: 'nothing', skill: '() => {}', ends: ['INVALID_OUTPUT'] },
  { title: 'a function', skill: '() => () => 1', ends: ['INVALID_OUTPUT'] },
  { title: 'a cycle', skill: '() => { const a = {}; a.a = a; return a }', ends: ['INVALID_OUTPUT'] },
  { title: 'a big integer', skill: '() => ({ a: 1n })', ends: ['INVALID_OUTPUT'] },
  {
    title: 'an answer that throws',
    skill: `() => ({ toJSON() { throw new SkillError('API_TIMEOUT') } })`,
    ends: ['INVALID_OUTPUT'],
  },
  { title: 'an answer over its size limit', skill: `() => 'x'.repeat(64 * 1024)`, ends: ['OUTPUT_TOO_LARGE'] },
  {
    title: 'an answer over its size limit in bytes but not in characters',
    skill: `() => '€'.repeat(30 * 1024)`,
    ends: ['OUTPUT_TOO_LARGE'],
  },
  {
    title: 'an answer that grows while it is read',
    skill: '() => ({ get a() { return Array(1000).fill(this) } })',
    ends: [...outOfEither, 'INVALID_OUTPUT', 'OUTPUT_TOO_LARGE'],
  },
  { title: 'no answer', skill: '() => new Promise(() => {})', ends: crashed },
  {
    title: 'no answer after a host call',
    skill: 'async () => { await time.offset([]); await new Promise(() => {}) }',
    ends: crashed,
  },
]

const forgeries: readonly HostileSkill[] = [
  {
    title: 'a lookalike of SkillError',
    skill: `() => { throw { name: 'SkillError', code: 'API_TIMEOUT', message: '' } }`,
    ends: crashed,
  },
  {
    title: 'an object made from SkillError',
    skill: `() => { throw Object.assign(Object.create(SkillError.prototype), { code: 'API_TIMEOUT' }) }`,
    ends: crashed,
  },
  { title: 'a code that a skill may not raise', skill: `() => { throw new SkillError('CANCELLED') }`, ends: crashed },
  {
    title: 'an attempt to change its code',
    skill: `() => { const error = new SkillError('INTERNAL'); try { error.code = 'API_TIMEOUT' } catch {} throw error }`,
    ends: crashed,
  },
  {
    title: 'a forged out-of-memory error',
    skill: `() => { throw new InternalError('out of memory') }`,
    ends: crashed,
  },
  { title: 'an error that has no text', skill: '() => { throw Object.create(null) }', ends: crashed },
  { title: 'a symbol', skill: `() => { throw Symbol('x') }`, ends: crashed },
  { title: 'null', skill: '() => { throw null }', ends: crashed },
  { title: 'no default export', skill: 'undefined', ends: crashed },
  { title: 'a default export that is not a function', skill: '({})', ends: crashed },
  { title: 'code that does not parse', skill: '() => {', ends: crashed },
  { title: 'a module that throws', skill: '() => 1', top: `throw new Error('at the top')`, ends: crashed },
  {
    title: 'an error in a microtask',
    skill: `() => { queueMicrotask(() => { throw new Error('later') }); return new Promise(() => {}) }`,
    ends: crashed,
  },
]

/** Hostile skills by attack. */
export const hostileSkills: Readonly<Record<string, readonly HostileSkill[]>> = {
  'endless work': endless,
  'too much memory': memoryBombs.map((skill) => ({ ...skill, limits: tight })),
  recursion: recursion,
  'deeply nested code': deepSource,
  'undeclared or too many calls': undeclared,
  'wrong answers': wrongAnswers,
  'forged or broken': forgeries,
}
