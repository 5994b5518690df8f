import { isDeepStrictEqual } from 'node:util'
import type { ErrorCode } from '../../runner/contract/errors.ts'
import type { Json } from '../../runner/contract/skill-io.ts'
import type { RuntimeOutcome } from '../../runner/runtimes/runtime.ts'

export type SoakCase = {
  readonly title: string
  /** The skill's default export, and top-level code before it. */
  readonly skill: string
  readonly top?: string
  /** The caller disconnects once the skill has called the host. */
  readonly isAborted?: boolean
  isRight(outcome: RuntimeOutcome, n: number): boolean
}

const answers = (expected: (n: number) => Json) => (outcome: RuntimeOutcome, n: number) =>
  outcome.kind === 'returned' && isDeepStrictEqual(outcome.value, expected(n))
const ends =
  (...codes: readonly ErrorCode[]) =>
  (outcome: RuntimeOutcome) =>
    outcome.kind === 'failed' && codes.includes(outcome.code)

/** The host's answer to a fetch: the number of items depends on the input. */
export const itemsOf = (n: number) => Array.from({ length: 50 + (n % 50) }, (_, id) => ({ id, price: (id * n) % 1000 }))

const good: readonly SoakCase[] = [
  { title: 'hello', skill: '({ params }) => [params.n]', isRight: answers((n) => [n]) },
  {
    title: 'work',
    skill: '({ params: { n } }) => Array.from({ length: 200 }, (_, i) => (i * n) % 101).sort((a, b) => a - b).at(-1)',
    isRight: answers(
      (n) =>
        Array.from({ length: 200 }, (_, i) => (i * n) % 101)
          .sort((a, b) => a - b)
          .at(-1) ?? null,
    ),
  },
  {
    title: 'two host calls',
    skill: `async ({ params: { n } }) => {
      const items = await (await fetch('https://api.example.com/')).json()
      const [offset] = await time.offset([['NRT', '2026-03-16T13:45:00']])
      return [n, items.length, items.reduce((sum, { price }) => sum + price, 0), offset]
    }`,
    isRight: answers((n) => {
      const items = itemsOf(n)
      return [n, items.length, items.reduce((sum, { price }) => sum + price, 0), '+09:00']
    }),
  },
  {
    title: 'side by side',
    skill: `({ params: { n } }) => Promise.all([1, 2, 3].map(async (k) => (await (await fetch('https://api.example.com/' + k)).json()).length * k * n))`,
    isRight: answers((n) => [1, 2, 3].map((k) => itemsOf(n).length * k * n)),
  },
  {
    title: 'an error of its own',
    skill: `() => { throw new SkillError('API_TIMEOUT', 'slow') }`,
    isRight: (outcome) => outcome.kind === 'raised' && outcome.code === 'API_TIMEOUT',
  },
  {
    title: 'a counter that starts at one',
    top: 'let count = 0',
    skill: '() => [++count, typeof globalThis.left, Object.prototype.left ?? null]',
    isRight: answers(() => [1, 'undefined', null]),
  },
]

const hostile: readonly SoakCase[] = [
  { title: 'a loop', skill: '() => { for (;;); }', isRight: ends('OUT_OF_FUEL') },
  { title: 'a native loop', skill: '() => Array(2e8).join()', isRight: ends('OUT_OF_FUEL', 'OUT_OF_MEMORY') },
  { title: 'an expression', skill: `() => /^(a+)+$/.test('a'.repeat(40) + 'b')`, isRight: ends('OUT_OF_FUEL') },
  {
    title: 'memory',
    skill: '() => { globalThis.left = []; for (;;) left.push(new Uint8Array(1e5)) }',
    isRight: ends('OUT_OF_MEMORY'),
  },
  {
    title: 'recursion',
    skill: '() => { const down = () => down() + 1; return down() }',
    isRight: ends('SKILL_CRASHED'),
  },
  { title: 'a host', skill: `() => fetch('https://evil.example/').catch(() => 1)`, isRight: ends('EGRESS_BLOCKED') },
  { title: 'output', skill: `() => 'x'.repeat(1e5)`, isRight: ends('OUTPUT_TOO_LARGE') },
  {
    title: 'a polluter',
    skill: '() => { Object.prototype.left = 1; Array.prototype.map = null; globalThis.left = 1; return {}.left }',
    isRight: answers(() => 1),
  },
  {
    title: 'microtasks',
    skill: '() => { const next = () => Promise.resolve().then(next); next(); return new Promise(() => {}) }',
    isRight: ends('OUT_OF_FUEL', 'OUT_OF_MEMORY'),
  },
  { title: 'never', skill: '() => new Promise(() => {})', isRight: ends('SKILL_CRASHED') },
  {
    title: 'a caller that goes away',
    skill: `async () => { await fetch('https://api.example.com/hold'); for (;;); }`,
    isAborted: true,
    isRight: ends('CANCELLED'),
  },
]

/** Cycles through the cases, three good ones for each hostile one. */
export function caseOf(n: number): SoakCase {
  const list = n % 4 === 3 ? hostile : good
  const found = list[Math.floor(n / 4) % list.length]
  if (!found) throw new RangeError('the soak test has no cases')
  return found
}
