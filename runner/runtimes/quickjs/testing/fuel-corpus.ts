import type { LoadedSkill } from '../../../core/skill.ts'
import { skillOf } from '../../testing/conformance/harness.ts'

/** Programs for many kinds of work, each a function of a number; the corpus runs each with ten numbers. */
const programs: Readonly<Record<string, string>> = {
  arithmetic: 'let x = n; for (let i = 0; i < 500 + n * 10; i++) x = (x * 1103515245 + 12345) % 2147483648; return x',
  floats: 'let x = n; for (let i = 1; i < 300; i++) x += Math.sin(i * n) * Math.sqrt(i) / Math.exp(i % 7); return x',
  'big integers': 'let x = 1n; for (let i = 1n; i < 40n + BigInt(n); i++) x *= i; return String(x)',
  sorting: 'return numbers(300 + n * 20).sort((a, b) => a - b).slice(0, 3)',
  'growing memory':
    'const all = []; for (let i = 0; i < n * 4; i++) all.push(new Array(2000).fill(i)); return all.length',
  maps: 'const m = new Map(); for (const x of numbers(400 + n)) m.set(x % 97, (m.get(x % 97) ?? 0) + 1); return [...m]',
  sets: 'return [...new Set(numbers(300 + n).map((x) => x % 50))].length',
  strings: `let s = ''; for (const x of numbers(200 + n)) s += x.toString(36); return s.length + s.indexOf('zz')`,
  unicode: `return Array.from('Zürich ✈ 東京 𝒳'.repeat(20 + n)).reverse().join('').normalize('NFD').length`,
  expressions: `return numbers(80 + n).join(',').match(/(\\d)\\1|[13579]{2,}/g)?.length ?? 0`,
  replacing: `return 'a-b_c d'.repeat(30 + n).replace(/[-_ ](.)/g, (_, c) => c.toUpperCase()).length`,
  'writing JSON': 'return JSON.stringify(numbers(150 + n).map((x) => ({ x, y: [x % 3, String(x)], z: null }))).length',
  'reading JSON': `const t = JSON.stringify(numbers(150 + n).map((x) => ({ x, t: 'é' + x }))); return JSON.parse(t).at(-1)`,
  classes: `class A { #v; constructor(v) { this.#v = v } get v() { return this.#v } }
    class B extends A { get v() { return super.v + 1 } }
    return numbers(200 + n).map((x) => new B(x).v).reduce((a, b) => (a + b) % 1e9, 0)`,
  generators: `function* g(k) { for (let i = 0; i < k; i++) yield i * n } return [...g(300 + n)].length`,
  errors: `let caught = 0; for (const x of numbers(100 + n)) try { if (x % 3) throw new TypeError('t' + x) } catch { caught++ } return caught`,
  recursion: 'const fib = (k) => (k < 2 ? k : fib(k - 1) + fib(k - 2)); return fib(10 + n % 6)',
  proxies:
    'const p = new Proxy({}, { get: (_, k) => k.length + n }); let s = 0; for (let i = 0; i < 200; i++) s += p["k" + i]; return s',
  dates: 'return numbers(40 + n).map((x) => new Date(x * 1000 * n).toISOString()).at(-1) + Date.now()',
  'host calls': `console.log('at', n); const a = await fetch('https://api.example.com/' + n); const b = await a.json()
    const [o] = await time.offset([['NRT', String(n)]]); return [b.data.length, o, Math.random(), secrets.get('API_KEY').length]`,
}

const helper = `const numbers = (count) => { let s = count; return Array.from({ length: count }, () => (s = (s * 48271) % 2147483647)) }`

export type CorpusEntry = { readonly name: string; readonly skill: LoadedSkill; readonly n: number }

/** Two hundred inputs, each of which uses the same fuel on every run, instance, worker, machine and version of Node. */
export const fuelCorpus: readonly CorpusEntry[] = Object.entries(programs).flatMap(([name, body]) => {
  const skill = skillOf(`async ({ params: { n } }) => { ${body} }`, helper)
  return Array.from({ length: 10 }, (_, index) => ({ name: `${name} ${index}`, skill, n: index * 7 + 1 }))
})

/** The answers to the corpus's host calls. */
export function corpusAnswer(op: string, n: number): { json: string; body?: Uint8Array } {
  if (op === 'time.offset') return { json: '["+09:00"]' }
  const body = JSON.stringify({ data: Array.from({ length: 20 + n }, (_, id) => ({ id, name: `é${id * n}` })) })
  return { json: JSON.stringify({ status: 200, url: '', headers: [] }), body: new TextEncoder().encode(body) }
}
