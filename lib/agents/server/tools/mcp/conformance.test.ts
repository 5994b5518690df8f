import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { agentServices, testKey } from '../testing/agent-services.ts'
import { mcpWorld } from '../testing/mcp-world.ts'
import { serveHandler } from '../testing/serve-handler.ts'
import { agentCaller, toolSkill, toolWorld } from '../testing/tool-world.ts'
import { createMcpRoute } from './mcp-route.ts'

const execute = promisify(execFile)
const root = findProjectRoot()

const plain = { type: 'object', properties: { message: { type: 'string' } } }
const dialect = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
}

/** Skills with the functions that the scenarios call. */
const fixtures = [
  toolSkill({
    name: 'fixtures',
    input_schema: {
      test_simple_text: plain,
      test_error_handling: plain,
      test_tool_with_progress: plain,
      json_schema_2020_12_tool: dialect,
    },
  }),
  toolSkill({ name: 'acting', effects: ['act'], input_schema: { test_elicitation: plain } }),
]

test('passes every applicable server scenario of the official conformance suite', async () => {
  const isReported = Promise.withResolvers<void>()
  const world = toolWorld(fixtures, {
    async reply({ action }) {
      if (action === 'test_error_handling') throw new Error('This tool fails on purpose')
      if (action === 'test_tool_with_progress') await isReported.promise
      return { results: [], message: 'This is a simple text response for testing.' }
    },
  })
  const tick = (report: () => void) => {
    report()
    report()
    isReported.resolve()
    return () => {}
  }
  await using mcp = mcpWorld(world, { tick })
  const { defineRouteWith } = agentServices(agentCaller())
  const route = createMcpRoute(defineRouteWith({ mcp: mcp.door }))
  await using server = await serveHandler(route, { authorization: `Bearer ${testKey}` })
  const run = (more: string[]) => conformance(['--url', `${server.url}/mcp`, ...more])
  const baseline = join(import.meta.dirname, 'testing/conformance-baseline.yaml')
  expect(await run(['--expected-failures', baseline])).toMatch(/Total: 13 passed/)
  // The suite does not run this scenario by default.
  expect(await run(['--scenario', 'json-schema-2020-12'])).toMatch(/Passed: 4\/4, 0 failed/)
})

const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')

/** Runs the suite. Throws with its output when it fails. */
async function conformance(words: string[]): Promise<string> {
  try {
    return (await execute(process.execPath, [suite, 'server', ...words], { cwd: root })).stdout
  } catch (error) {
    const { stdout, stderr } = Object(error)
    throw new Error(`${stdout ?? ''}${stderr ?? ''}`)
  }
}
