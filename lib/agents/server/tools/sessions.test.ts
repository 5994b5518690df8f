import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Client } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import { startRealtimeSession } from './realtime/realtime-session.ts'
import { openRealtimeSocket } from './realtime/realtime-socket.ts'
import { mcpWorld } from './testing/mcp-world.ts'
import { playedServer, turnOf } from './testing/played-server.ts'
import { agentCaller, echoSkill, toolWorld } from './testing/tool-world.ts'

// Each round makes 100 calls in one session, 20 at once. Several rounds reveal memory that a session keeps per call.

const [calls, atOnce, rounds] = [100, 20, 4]
/** Less than half of the total size of the answers in the measured rounds. */
const maxGrowthBytes = 3_000_000
const answerBytes = 32_768
const text = (n: number) => `${n} ${'x'.repeat(90)}`

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
// The flag is the whole process's: new contexts of other test files would have the function, too.
setFlagsFromString('--no-expose-gc')

/** How much the heap grew from the second round to the last. */
async function growthOf(round: (number: number) => Promise<void>): Promise<number> {
  let start = 0
  for (let number = 0; number < rounds; number++) {
    await round(number)
    collect()
    if (number === 1) start = process.memoryUsage().heapUsed
  }
  return process.memoryUsage().heapUsed - start
}

function echoWorld() {
  const world = toolWorld([echoSkill], {
    // Concurrent calls overlap: each ends only after a turn of the event loop.
    reply: async ({ params }) => {
      await new Promise((resolve) => setImmediate(resolve))
      world.runs.length = 0
      return { results: [params, { filler: Buffer.alloc(answerBytes, String(params.text)).toString() }] }
    },
  })
  return world
}

describe('a session of 400 calls, 20 at once', () => {
  test.each([
    ['2025', 'legacy'],
    ['2026', { pin: '2026-07-28' }],
  ] as const)('over MCP %s returns each call its own answer, and keeps no memory per call', async (_, mode) => {
    await using mcp = mcpWorld(echoWorld())
    const client = await mcp.connect(new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } }))
    const growth = await growthOf(async (round) => {
      for (let from = 0; from < calls; from += atOnce) {
        const texts = Array.from({ length: atOnce }, (_, n) => text(round * calls + from + n))
        const answers = await Promise.all(
          texts.map((one) => client.callTool({ name: 'say', arguments: { text: one } })),
        )
        expect(answers.map(({ structuredContent }) => Object(structuredContent).results[0])).toEqual(
          texts.map((one) => ({ text: one })),
        )
      }
    })
    expect(growth).toBeLessThan(maxGrowthBytes)
  })

  test('over Realtime answers every call in order, and keeps no memory per call', async () => {
    const world = echoWorld()
    await using server = await playedServer()
    const next = server.connection()
    await using _session = await startRealtimeSession({
      tools: world.tools,
      caller: agentCaller(),
      connect: (signal) => openRealtimeSocket(server.url, {}, signal),
      log: recordingLog(),
    })
    const played = await next
    const growth = await growthOf(async (round) => {
      for (let from = 0; from < calls; from += atOnce) {
        const ids = Array.from({ length: atOnce }, (_, n) => `c${round * calls + from + n}`)
        const asked = ids.map((id, n) => ({ id, name: 'say', arguments: { text: text(n) } }))
        for (const event of turnOf(`r${round}-${from}`, asked)) played.say(event)
        const heard: unknown[] = []
        for (const id of ids) {
          const { item } = await played.hear('conversation.item.create')
          played.say({ type: 'conversation.item.added', item: Object(item) })
          heard.push([id, JSON.parse(Object(item).output).results[0], Object(item).call_id])
        }
        expect(heard).toEqual(ids.map((id, n) => [id, { text: text(n) }, id]))
        await played.hear('response.create')
        played.seen.length = 0
      }
    })
    expect(growth).toBeLessThan(maxGrowthBytes)
  })
})
