import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HostAnswer } from '../../contract/host-seam.ts'
import type { HostOp } from '../../contract/journal.ts'
import type { Json } from '../../contract/skill-io.ts'
import { fieldOf, type TestExecution, testLimits } from '../testing/conformance/harness.ts'
import { endMarker, startMarker } from './output/output-markers.ts'
import { needsEngine } from './testing/engine.ts'
import { type Programs, startPrograms } from './testing/programs.ts'

/** Answers every request with its own URL. */
function echo(op: HostOp, args: Json): HostAnswer {
  if (op !== 'fetch') return { kind: 'value', value: null }
  const url = fieldOf(args, 'url')
  return { kind: 'value', value: { status: 200, url, headers: [] }, body: Buffer.from(`answer of ${url}`) }
}

/** A shell script that prints the result of a JavaScript expression. It must not contain double quotes. */
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

describe.each(['socket', 'bridge'] as const)(
  'declared hosts, egress by %s (needs a Docker engine)',
  needsEngine,
  (egress) => {
    let programs: Programs
    beforeAll(async () => {
      programs = await startPrograms({ egress: [egress] })
    })
    afterAll(() => programs[Symbol.asyncDispose]())

    const run = (expression: string, hosts: readonly string[], test: TestExecution = {}) => {
      const limits = { ...testLimits, memoryMb: 96, timeoutMs: 100_000 }
      return programs.run(results(expression), { limits, answer: echo, hosts, ...test })
    }

    test('are reachable at their declared ports, and DNS and the hosts file give the same address', async () => {
      const hosts = ['api.example.com', 'api.example.com:8443', 'other.example.com:9443']
      const asked = ['https://api.example.com/a', 'https://api.example.com:8443/b', 'https://other.example.com:9443/c']
      const lookups = [
        "dns.lookup('api.example.com').then(({ address }) => address)",
        "dns.resolve4('api.example.com').then(([one]) => one)",
      ]
      const gets = asked.map((url) => `get('${url}')`)
      const outcome = await run(`Promise.all([${[...gets, ...lookups].join(', ')}])`, hosts)
      const address = egress === 'socket' ? '127.0.0.1' : expect.stringMatching(/^10\.213\.\d+\.\d+$/)
      expect(outcome).toMatchObject({
        value: { results: [...asked.map((url) => `answer of ${url}`), address, address] },
      })
      const [one, two] = outcome.kind === 'returned' ? (outcome.value as { results: string[] }).results.slice(-2) : []
      expect(one).toBe(two)
    })

    test('are unreachable at a port declared for another host, and the attempt ends the execution', async () => {
      const hosts = ['api.example.com', 'other.example.com:9443']
      expect(await run("get('https://api.example.com:9443/')", hosts)).toMatchObject({ code: 'EGRESS_BLOCKED' })
    })

    test('have no listener on undeclared ports, even while another execution declares them', async () => {
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
  },
)
