import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { haveAccount } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const folder = join(import.meta.dirname, '../../docs/examples/agents')
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('the examples in curl, TypeScript and Python list the functions of an agent, and find a flight', async ({
  request,
  appUrl,
}) => {
  const missing = ['curl', 'python3'].filter((program) => spawnSync(program, ['--version']).status !== 0)
  test.skip(missing.length > 0, `needs ${missing.join(' and ')}: install them`)
  await haveAccount(request, 'operator')
  const data = { slug: `examples-${Date.now()}`, skills: ['flight-search'], source: 'main' }
  const made = await request.post('/api/console/agent-keys', { headers: { origin: appUrl }, data })
  expect(made.status(), await made.text()).toBeLessThan(300)
  const { key } = await made.json()
  const env = { ...process.env, TRAVEL_URL: `${appUrl}/api/agents/${data.slug}`, TRAVEL_KEY: String(key) }
  for (const [program, file] of [
    ['sh', 'search.sh'],
    [process.execPath, 'search.ts'],
    ['python3', 'search.py'],
  ] as const) {
    const args = [join(folder, file), 'SEA', 'NRT', inDays(40)]
    const { stdout } = await promisify(execFile)(program, args, { env })
    expect(stdout, file).toContain('search_flights')
    expect(stdout, file).toMatch(/NRT|Narita|Tokyo/)
  }
})
