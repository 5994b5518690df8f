import { Client } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { faultLine } from '#lib/cli/skill-run.ts'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { skillAnswer } from '#lib/skills/server/invoking/skill-answer.ts'
import { EndCause } from '#runner/contract/end-cause.ts'
import { reasonOfCause, runnerReasons } from '#runner/contract/error-reasons.ts'
import { ErrorBody, ErrorCode, faultNames, httpStatusOf } from '#runner/contract/errors.ts'
import { blameOf, blames } from '#runner/contract/faults.ts'
import { questionReasons } from '#runner/contract/question-reasons.ts'
import { recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import { startRealtimeSession } from './realtime/realtime-session.ts'
import { openRealtimeSocket } from './realtime/realtime-socket.ts'
import { mcpWorld } from './testing/mcp-world.ts'
import { playedServer, turnOf } from './testing/played-server.ts'
import { agentCaller, echoSkill, type ToolWorld, toolWorld } from './testing/tool-world.ts'

const say = { name: 'say', arguments: { text: 'hi' } }
const caller = agentCaller()

async function overHttp({ invoke }: ToolWorld) {
  const input = { action: 'say', params: say.arguments }
  const { signal } = new AbortController()
  const invocation = await invoke({ skill: 'echo', input, ...contextOf(caller.principal), signal })
  if (invocation.kind === 'refused') throw new Error('Expected an output')
  return skillAnswer(invocation.output)
}

async function overMcp(world: ToolWorld) {
  await using mcp = mcpWorld(world)
  const client = await mcp.connect(new Client({ name: 'test', version: '1.0.0' }))
  return (await client.callTool(say)).structuredContent
}

async function overRealtime(world: ToolWorld): Promise<unknown> {
  await using server = await playedServer()
  const next = server.connection()
  await using _session = await startRealtimeSession({
    tools: world.tools,
    caller,
    connect: (signal) => openRealtimeSocket(server.url, {}, signal),
    log: recordingLog(),
  })
  const played = await next
  for (const event of turnOf('r1', [{ id: 'c1', ...say }])) played.say(event)
  const { item } = await played.hear('conversation.item.create')
  return JSON.parse(Object(item).output)
}

const ofCauses = EndCause.options.flatMap((cause) =>
  ErrorCode.options.flatMap((code) => {
    const reason = reasonOfCause(code, cause)
    return reason === undefined ? [] : [{ code, reason, cause }]
  }),
)
/** Codes with which a run itself ends. A skill raises the others of the list, or they come before it runs. */
const ends = [
  ...(['TIMEOUT', 'OUT_OF_FUEL', 'OUT_OF_MEMORY', 'OUTPUT_TOO_LARGE', 'INVALID_OUTPUT', 'SKILL_CRASHED'] as const),
  ...(['CAPABILITY_DENIED', 'EGRESS_BLOCKED', 'NOT_CONFIGURED', 'RUNTIME_UNAVAILABLE', 'INTERNAL'] as const),
]
const cases = [...ofCauses, ...ends.map((code) => ({ code, reason: undefined, cause: undefined }))]

test.each(cases)('$code for $cause has one fault, reason and remedy at every door', async ({ code, reason, cause }) => {
  const world = toolWorld([echoSkill], {
    run: async () => ({ kind: 'failed', code, detail: 'for the log', fuelUsed: 0, ...(cause ? { cause } : {}) }),
  })
  const { fault, remedy } = reason === undefined ? blames[code] : runnerReasons[reason]
  const http = await overHttp(world)
  expect(http.status).toBe(httpStatusOf(code))
  const answers: unknown[] = [http.body, await overMcp(world), await overRealtime(world)]
  for (const answer of answers) {
    const error = ErrorBody.parse(Object(answer).error)
    expect([error.code, error.reason, error.fault]).toEqual([code, reason, fault])
    expect(blameOf(error).remedy).toBe(remedy)
    expect(faultLine(error)).toBe(`At fault: ${faultNames[fault]}. ${remedy}`)
  }
  const messages = answers.map((answer) => String(Object(answer).error.message).replace(/exec_\w+/, 'exec'))
  expect(new Set(messages).size).toBe(1)
})

test('the table has every reason of a run; the others come before it', () => {
  const before = ['prompt_skill', ...Object.keys(questionReasons)]
  expect([...new Set(ofCauses.map(({ reason }) => reason)), ...before].sort()).toEqual(
    Object.keys(runnerReasons).sort(),
  )
})
