import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HostOp } from '../../contract/journal.ts'
import type { Json } from '../../contract/skill-io.ts'
import { fieldOf, type TestExecution, testLimits } from '../conformance/harness.ts'
import type { HostAnswer } from '../runtime.ts'
import { endMarker, startMarker } from './output/output-markers.ts'
import { needsEngine } from './testing/engine.ts'
import { type Programs, startPrograms } from './testing/programs.ts'

/** Answers every request with the address that it was for. */
function echo(op: HostOp, args: Json): HostAnswer {
  if (op !== 'fetch') return { kind: 'value', value: null }
  const url = fieldOf(args, 'url')
  return { kind: 'value', value: { status: 200, url, headers: [] }, body: Buffer.from(`answer of ${url}`) }
}

/** A shell script that prints what a JavaScript expression gives, or the code of its error. No double quotes. */
const results = (expression: string) => `node --input-type=module -e "
  import { connect } from 'node:net'
  import { promises as dns } from 'node:dns'
  const get = (url) => fetch(url).then((answer) => answer.text(), ({ cause }) => cause.code)
  const reach = (host, port) => new Promise((resolve) => {
    const socket = connect(port, host, () => resolve('connected')).on('error', ({ code }) => resolve(code))
  })
  const value = await (${expression})
  console.log('${startMarker}'); console.log(JSON.stringify({ status: 'success', results: value })); console.log('${endMarker}')
  process.exit(0)
"`

describe.runIf(await needsEngine(process.env.CI)).each(['socket', 'bridge'] as const)(
  'declared hosts, egress by %s (needs a Docker engine)',
  (egress) => {
    let programs: Programs
    beforeAll(async () => {
      programs = await startPrograms({ egress: [egress] })
    })
    afterAll(() => programs[Symbol.asyncDispose]())

    const run = (expression: string, hosts: readonly string[], test: TestExecution = {}) => {
      const limits = { ...testLimits, memoryMb: 96, timeoutMs: 30_000 }
      return programs.run(results(expression), { limits, answer: echo, hosts, ...test })
    }

    test('are reached at their ports, of which each is another host', async () => {
      const hosts = ['api.example.com', 'api.example.com:8443', 'other.example.com:9443']
      const asked = ['https://api.example.com/a', 'https://api.example.com:8443/b', 'https://other.example.com:9443/c']
      const outcome = await run(`Promise.all(${JSON.stringify(asked).replaceAll('"', "'")}.map(get))`, hosts)
      expect(outcome).toMatchObject({ value: { results: asked.map((url) => `answer of ${url}`) } })
    })

    test('are not reached at a port that is declared for another, and that ends the execution', async () => {
      const hosts = ['api.example.com', 'other.example.com:9443']
      expect(await run("get('https://api.example.com:9443/')", hosts)).toMatchObject({ code: 'EGRESS_BLOCKED' })
      expect(await run("get('https://other.example.com/')", hosts)).toMatchObject({ code: 'EGRESS_BLOCKED' })
    })

    test('have nobody at ports that no host is declared with, also while another execution has them', async () => {
      const controller = new AbortController()
      const started = Promise.withResolvers<void>()
      const other = run(
        "get('https://api.example.com:9443/').then(() => new Promise((resolve) => setTimeout(resolve, 1e6)))",
        ['api.example.com:9443'],
        {
          signal: controller.signal,
          answer: (op, args) => {
            started.resolve()
            return echo(op, args)
          },
        },
      )
      await started.promise
      const outcome = await run("Promise.all([9443, 22, 80].map((port) => reach('api.example.com', port)))", [
        'api.example.com',
      ])
      controller.abort({ code: 'CANCELLED' })
      expect(outcome).toMatchObject({ value: { results: ['ECONNREFUSED', 'ECONNREFUSED', 'ECONNREFUSED'] } })
      expect(await other).toMatchObject({ code: 'CANCELLED' })
    })

    test('are found by a lookup as well as in the file of hosts, at the same address', async () => {
      const lookups =
        "Promise.all([dns.lookup('api.example.com').then(({ address }) => address), dns.resolve4('api.example.com').then(([one]) => one)])"
      const outcome = await run(lookups, ['api.example.com'])
      const address = egress === 'socket' ? '127.0.0.1' : expect.stringMatching(/^10\.213\.\d+\.\d+$/)
      expect(outcome).toMatchObject({ value: { results: [address, address] } })
      const [one, two] = outcome.kind === 'returned' ? (outcome.value as { results: string[] }).results : []
      expect(one).toBe(two)
    })

    test('are all: a lookup of another ends the execution', async () => {
      const outcome = await run("dns.lookup('evil.example').then(() => [], () => new Promise(() => {}))", [
        'api.example.com',
      ])
      expect(outcome).toMatchObject({ code: 'EGRESS_BLOCKED', detail: expect.stringContaining('evil.example') })
    })
  },
)
