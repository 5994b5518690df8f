import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { blocked } from '../../contract/end-cause.ts'
import { anyCharacter } from '../../testing/any-character.ts'
import { type FakeFetch, host, response } from './recorded-runner.ts'

const path = fc.constantFrom('/small', '/large', '/bytes', '/down', '/missing')
const get = path.map((at) => `get('${at}')`)
const gets = fc.array(get, { minLength: 1, maxLength: 4 }).map((list) => `[${list.join(', ')}]`)
const text = fc
  .oneof(fc.string({ unit: anyCharacter, maxLength: 20 }), fc.constantFrom('\u0000', '\ud800', 'ü'))
  .map(quoted)

const step = fc.oneof(
  get.map((call) => `out.push(await ${call})`),
  gets.map((list) => `out.push(await Promise.all(${list}))`),
  gets.map((list) => `out.push(await Promise.race(${list}))`),
  gets.map((list) => `out.push(await Promise.any(${list}).catch(String))`),
  get.map((call) => `${call}.then((value) => later.push(value))`),
  fc.nat(40).map((n) => `out.push(await time.offset(Array(${n}).fill(['NRT', '2026-03-15T11:30'])))`),
  text.map((line) => `console.log(${line}, Math.random())`),
  fc.constant(`out.push(Math.random(), Date.now(), new Date().toISOString())`),
  fc.constant(`out.push(secrets.get('API_KEY'))`),
  text.map((body) => `out.push(await get('/small', { method: 'POST', body: ${body} + secrets.get('API_KEY') }))`),
  fc.nat(3000).map((n) => `for (let i = 0; i < ${n}; i += 1) out[0] = i + Math.random()`),
  get.map((call) => `if (Math.random() < 0.5) out.push(await ${call})`),
)

const ending = fc.oneof(
  { weight: 6, arbitrary: fc.constant('return { results: [{ out, order, later }] }') },
  { weight: 1, arbitrary: fc.constant(`throw new SkillError('API_UNAVAILABLE', order.join())`) },
  { weight: 1, arbitrary: fc.constant(`throw new Error(order.join())`) },
  { weight: 1, arbitrary: fc.constant(`await Promise.all([get('/small'), fetch('https://other.example/')])`) },
  { weight: 1, arbitrary: fc.constant('for (;;) out.push(Math.random())') },
)

/** Random programs that mix host calls: each is the code of a default export, for a `createUnruly` network. */
export const randomSkill = fc.tuple(fc.array(step, { maxLength: 8 }), ending).map(
  ([steps, end]) => `async () => {
    const [out, order, later] = [[], [], []]
    const get = async (path, init) => {
      try {
        const response = await fetch('https://${host}' + path, init)
        order.push(path)
        const body = await response.text()
        return [response.status, [...response.headers].map((pair) => pair[0]), body.length, body.slice(0, 30)]
      } catch (error) {
        order.push('failed ' + path)
        return error.name
      }
    }
    ${[...steps, end].join('\n    ')}
  }`,
)

/** A network that gives a different answer to each request, each after a number of event loop turns from `delays`. */
export function createUnruly(delays: readonly number[]): FakeFetch {
  let requests = 0
  return async ({ url }) => {
    const number = requests++
    for (let left = delays[number % delays.length] ?? 0; left > 0; left -= 1) await turn()
    switch (new URL(url).pathname) {
      case '/small':
        return new URL(url).host === host ? response(`{"request":${number}}`) : blocked('network.egress', 'a host')
      case '/large':
        return response(JSON.stringify(Array(2000).fill(`answer ${number}`)))
      case '/bytes':
        return response(Uint8Array.from([0xff, 0, 0xed, 0xa0, 0x80, number]))
      case '/missing':
        return response('', 404)
      case '/down':
        return { kind: 'failed', reason: 'network', message: 'no connection' }
      default:
        return blocked('network.egress', 'a host')
    }
  }
}

/** A string literal for exactly this text. */
function quoted(value: string): string {
  return JSON.stringify(value)
}
