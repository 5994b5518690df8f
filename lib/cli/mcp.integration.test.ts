import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { ToolAnswer } from '#lib/agents/server/tools/tool-answer.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { createCheckedDatabase } from '#lib/skills/server/registry/testing/checked-database.ts'
import { inDays } from '#lib/travel/model/testing-dates.ts'
import { createInstance } from './testing/new-instance.ts'
import { runHere } from './testing/run-command.ts'

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env

/** The answer to a call that must succeed. On a busy machine, a skill may need a second try within its own time limit. */
async function call(client: Client, name: string, given: { [name: string]: unknown }) {
  const ask = async () => ToolAnswer.parse((await client.callTool({ name, arguments: given })).structuredContent)
  let answer = await ask()
  while (answer.status === 'error' && answer.error.code === 'TIMEOUT') answer = await ask()
  if (answer.status !== 'success') throw new Error(JSON.stringify(answer))
  return answer
}

test('a scripted MCP client plans a trip over standard input and output', async () => {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'travel-mcp-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const database = stack.use(await createCheckedDatabase())
  const client = new Client({ name: 'planner', version: '1.0.0' })
  stack.defer(() => client.close())
  const env = {
    PATH,
    NODE_COMPILE_CACHE,
    ...database.settings,
    TRAVEL_DATA_DIR: dataDir,
    TRAVEL_CONTAINER_RUNTIME: 'off',
    LOG_LEVEL: 'error',
  }
  const cwd = findProjectRoot()
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['lib/cli/main.ts', 'mcp'],
      env,
      cwd,
      stderr: 'inherit',
    }),
  )
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['search_flights', 'search_hotels', 'hotel_offers', 'offer_details']),
  )
  const there = { origin: 'SEA', destination: 'NRT', date: inDays(40), return_date: inDays(47), adults: 2 }
  const flights = await call(client, 'search_flights', there)
  expect(flights.results).toHaveLength(10)
  expect(flights.message).toMatch(
    /^I found \d+ flights\. The best: .*Out .* leaves SEA at .*Back .* for 2 travelers\. This is sample data, not real offers\.$/,
  )
  const details = await call(client, 'offer_details', { id: flights.results[0]?.id })
  expect(details.results).toMatchObject([{ legs: [{ segments: expect.any(Array) }, { segments: expect.any(Array) }] }])
  const stay = { place: 'TYO', check_in: inDays(41), check_out: inDays(47) }
  // Few hotels, which are found within the time limit on a busy machine too.
  const hotels = await call(client, 'search_hotels', { ...stay, radius_km: 2 })
  expect(hotels.results).toHaveLength(10)
  const offers = await call(client, 'hotel_offers', { ...stay, hotel_id: hotels.results[0]?.hotel_id })
  expect(offers.results.length).toBeGreaterThan(0)
  const { contents } = await client.readResource({ uri: 'skill://flight-search/SKILL.md' })
  expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: expect.stringContaining('flight') }])
})

test('an unknown skill is refused with its likely name, instead of a server without it', async () => {
  await using instance = await createInstance()
  expect(await runHere(['mcp', '--skill', 'hotel-search', 'flight-serach'], instance.variables)).toEqual({
    code: 1,
    out: '',
    err: 'Unknown skill flight-serach: did you mean flight-search?\n',
  })
})
