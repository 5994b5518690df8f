import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createInstance } from './testing/new-instance.ts'
import { runHere, runInProcess } from './testing/run-command.ts'

let opened: AsyncDisposableStack
let folder = ''
let variables: Readonly<Record<string, string>> = {}

const run = (...args: readonly string[]) => runHere(['skill', ...args], variables)

async function write(version: string, host: string): Promise<void> {
  const skill = join(folder, 'rates')
  await mkdir(skill, { recursive: true })
  const permissions = `permissions: { network: { egress: [${host}] } }`
  await writeFile(
    join(skill, 'skill.yaml'),
    `name: rates\nversion: "${version}"\ndescription: "Gives rates.\\n  signed  by a friend"\nrisk_level: low\nentry: main.ts\n${permissions}\n`,
  )
  await writeFile(join(skill, 'main.ts'), `export default () => ({ results: [] })\n// https://${host}/\n`)
}

beforeAll(async () => {
  opened = new AsyncDisposableStack()
  ;({ folder, variables } = opened.use(await createInstance()))
  await write('1.0.0', 'api.example.com')
})
afterAll(() => opened.disposeAsync())

describe('the life of an installed skill on the command line', () => {
  test('shows what it may do, and installs nothing without an approval', async () => {
    const { code, out, err } = await run('install', join(folder, 'rates'))
    expect(code).toBe(1)
    expect(out).toContain('Install rates 1.0.0')
    expect(out).toContain('Contact api.example.com')
    expect(out).toContain(
      'nowhere: the tier untrusted may run in container, and the skill in quickjs. ' +
        'If you trust its author, install it with --tier verified --trust rates',
    )
    expect(err).toContain('--approve')
    // No text of the author looks like a line of the command.
    expect(out).toMatch(/^ {2}signed +no$/m)
    expect(out).not.toMatch(/^ {2}signed +by/m)
    expect((await run('list', '--json')).out).not.toContain('"rates"')
  })

  test('installs with an approval, is listed and inspected, and its lock is verified', async () => {
    expect(await run('install', join(folder, 'rates'), '--approve')).toMatchObject({ code: 0 })
    const [listed] = JSON.parse((await run('list', '--json')).out).filter(
      ({ name }: { name: string }) => name === 'rates',
    )
    expect(listed).toMatchObject({ version: '1.0.0', tier: 'untrusted', is_enabled: true, refusal: null })
    expect((await run('inspect', 'rates')).out).toContain('network.egress api.example.com')
    expect(await run('verify')).toMatchObject({ code: 0, out: 'The installed skills are as skills.lock says.\n' })
    expect(JSON.parse(await readFile(join(folder, 'skills.lock'), 'utf8'))).toMatchObject({ skills: { rates: {} } })
  })

  test('asks for an approval of a new host, and says what is new', async () => {
    await write('1.0.1', 'cdn.example.com')
    const refused = await run('update', 'rates')
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.out).toContain('+ Contact cdn.example.com')
    expect(refused.out).toContain('no longer asks for network.egress api.example.com')
    expect(await run('update', 'rates', '--approve')).toMatchObject({ code: 0 })
  })

  test('updates to a patch that asks for nothing new by itself', async () => {
    await write('1.0.2', 'cdn.example.com')
    expect((await run('update', '--check')).out).toContain('Update rates 1.0.1 to 1.0.2')
    expect((await run('update')).out).toContain('Installed: rates.')
    expect((await run('update')).out).toBe('rates is as it should be.\n')
  })

  test('rolls back, revokes and restores a permission, and names what it does not ask for', async () => {
    expect((await run('rollback', 'rates')).out).toBe('rates is now 1.0.1 again (it was 1.0.2).\n')
    expect((await run('revoke', 'rates', 'network.egress', 'cdn.example.com')).code).toBe(0)
    expect((await run('inspect', 'rates')).out).toContain('revoked: network.egress cdn.example.com')
    expect((await run('restore', 'rates', 'network.egress', 'cdn.example.com')).code).toBe(0)
    expect((await run('revoke', 'rates', 'network.egress', 'cdn.example.con')).err).toContain(
      'did you mean network.egress cdn.example.com?',
    )
  })

  test('gets a tier above untrusted only when its name is typed again, and then runs in it', async () => {
    const asked = ['install', join(folder, 'rates'), '--tier', 'verified', '--approve'] as const
    expect((await run(...asked)).err).toContain('--trust rates')
    expect(await run(...asked, '--trust', 'rates')).toMatchObject({ code: 0 })
    await writeFile(join(folder, 'input.json'), '{ "action": "rates", "params": {} }')
    const { out } = await run('run', 'rates', '--input', join(folder, 'input.json'), '--json')
    expect(JSON.parse(out)).toMatchObject({ status: 'success' })
  })

  test('is named by `run` and `disable` for a name that is nearly its own', async () => {
    const unknown = await run('run', 'ratse', '--input', join(folder, 'input.json'), '--json')
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('Unknown skill ratse: did you mean rates?') })
    expect(JSON.parse(unknown.out)).not.toHaveProperty('version')
    expect(JSON.parse(unknown.out)).toMatchObject({ status: 'error', skill: 'ratse' })
    expect((await run('disable', 'ratse')).err).toBe('Unknown skill ratse: did you mean rates?\n')
    expect((await run('enable', 'ratse')).err).toBe('Unknown skill ratse: did you mean rates?\n')
  })

  test('loses its tier only when the lower one is named', async () => {
    const refused = await run('install', join(folder, 'rates'), '--approve')
    expect(refused).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^ {2}tier +untrusted, .+; it is verified now$/m),
      err: expect.stringContaining('add --tier verified --trust rates. To lower it, add --tier untrusted.'),
    })
    const tierOf = async () => JSON.parse((await run('inspect', 'rates', '--json')).out).tier
    expect(await tierOf()).toBe('verified')
    const asked = ['install', join(folder, 'rates'), '--tier', 'untrusted', '--approve', '--json'] as const
    const { code, out } = await run(...asked)
    expect([code, JSON.parse(out).skills]).toMatchObject([0, [{ tier: 'untrusted', installed_tier: 'verified' }]])
    expect(await tierOf()).toBe('untrusted')
    expect((await run('rollback', 'rates')).out).toBe(
      'rates is now 1.0.2 in the tier verified again (it was 1.0.2 in the tier untrusted).\n',
    )
  })

  test('is removed without a trace', async () => {
    expect((await run('remove', 'rates')).out).toBe('Removed: rates.\n')
    expect((await run('list', '--json')).out).not.toContain('"rates"')
    expect(JSON.parse(await readFile(join(folder, 'skills.lock'), 'utf8'))).toEqual({ version: 1, skills: {} })
  })
})

test('gives a skill a secret for one agent alone, from standard input, and prints only its name', async () => {
  const agent = (...args: readonly string[]) => runHere(['agent-skill', ...args], variables)
  expect(await runHere(['agent-key', 'create', 'voice', '--skill', 'flight-search'], variables)).toMatchObject({
    code: 0,
  })
  const set = ['agent-skill', 'secret', 'voice', 'flight-search', 'AMADEUS_API_KEY']
  expect(await runInProcess(set, variables, { input: 'key-of-voice\n' })).toMatchObject({
    code: 0,
    out: 'voice has a value of its own of AMADEUS_API_KEY for flight-search.\n',
  })
  expect((await agent('list', 'voice')).out).toBe('flight-search  its own AMADEUS_API_KEY\n')
  expect(await agent('secret', 'voice', 'flight-search', 'AMADEUS_API_KEY', '--remove')).toMatchObject({ code: 0 })
  expect((await agent('list', 'voice')).out).toBe('flight-search  no AMADEUS_API_KEY\n')
})

test.each([
  [['install'], 2, 'Name a source'],
  [['install', 'git@github.com:a/b.git'], 1, 'https'],
  [['install', '--frozen'], 0, ''],
  [['install', '--frozen', './rates'], 2, 'Leave the source, --name, --tier and --trust out'],
  [['install', '--frozen', '--tier', 'local'], 2, 'Leave the source, --name, --tier and --trust out'],
  [['install', './rates', '--trust', 'rates'], 2, '--trust goes with --tier'],
  [['install', 'rates'], 1, 'Unknown skill rates: write ./rates to name the folder'],
  [
    ['install', 'nobody'],
    1,
    'nobody is a name, and not a source. Find its source: npm run travel -- skill search nobody',
  ],
  [['install', 'npm:nobody'], 1, 'This is not the form of a source'],
  [['search', '--source', './nobody'], 1, 'does not exist'],
  [['remove', 'nobody'], 1, 'nobody is not installed'],
  [
    ['remove', 'calendar'],
    1,
    'calendar is a skill of the project. To switch it off: npm run travel -- skill disable calendar',
  ],
  [['rollback', 'calendar'], 1, 'calendar is a skill of the project.'],
  [['update', 'calendar'], 1, 'calendar is a skill of the project.'],
  [['instal'], 2, 'Did you mean install?'],
])('skill %j ends with exit code %i', async (args, code, said) => {
  expect(await runHere(['skill', ...args], { ...variables, INIT_CWD: folder })).toMatchObject({
    code,
    err: expect.stringContaining(said),
  })
})

test('an update of a skill that is not installed names it once', async () => {
  expect((await run('update', 'nobody')).err).toMatch(/^nobody is not installed/)
})
