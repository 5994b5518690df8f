import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { credentialKinds } from '#lib/platform/model/credential-schema.ts'
import { toldError } from '#lib/platform/model/refusal-reasons.ts'
import { errorOf } from '#runner/contract/faults.ts'
import type { HostAnswer } from '#runner/contract/host-seam.ts'
import type { HostOp } from '#runner/contract/journal.ts'
import { ScriptGrant } from '#runner/contract/script.ts'
import { ScriptLanguage } from '#runner/contract/script-language.ts'
import type { Json } from '#runner/contract/skill-io.ts'
import { checkAgentSkill } from '#runner/manifest/dialects/agent-skill-rules.ts'
import { formatProblem } from '#runner/manifest/manifest-problem.ts'
import { createPythonRuntime } from '#runner/runtimes/python/create-python-runtime.ts'
import { createQuickJsRuntime } from '#runner/runtimes/quickjs/create-quickjs-runtime.ts'
import { silentLog } from '#runner/runtimes/quickjs/testing/silent-log.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { executionOf, fakeHost, testLimits } from '#runner/runtimes/testing/conformance/harness.ts'
import { loadScript } from '#runner/script/script.ts'
import type { ProfileView } from '../../model/profile-schema.ts'
import { loadProfileTemplates } from '../profiles/profile-templates.ts'
import { sdkReference } from './sdk-reference.ts'
import { type SkillDocumentFacts, skillDocument } from './skill-document.ts'

type KeyView = ProfileView['keys'][number]

const profile: ProfileView = {
  profile_id: `ark_${'a'.repeat(22)}`,
  description: 'Monthly reports',
  locked: true,
  state: 'locked',
  keys: [
    { name: 'REPORT_API_URL', description: 'Base URL', value_exists: true, use: 'setting', hosts: [] },
    {
      name: 'REPORT_API_KEY',
      description: 'Reads reports',
      value_exists: true,
      use: 'plain',
      hosts: ['api.example.com'],
    },
  ],
  hosts: ['api.example.com', 'other.example.com:8443'],
  limits: { timeout_s: 90 },
  scripts: { language: 'python', python_runtime: 'python', shows_lookalikes: false },
  version: 3,
  expires_at: '2027-01-01T00:00:00.000Z',
  proposals: [],
}
const facts: SkillDocumentFacts = {
  instanceUrl: 'https://travel.example.com',
  languages: ['javascript', 'python'],
  needsSetupCode: false,
  templates: loadProfileTemplates(process.cwd()),
}
const documentOf = (more: Partial<SkillDocumentFacts> = {}) => skillDocument({ ...facts, ...more })

describe('the document of a profile', () => {
  test('names the keys, hosts, limits, version and expiry of the profile, and uses its id in the examples', () => {
    const text = documentOf({ profile })
    for (const part of [
      'https://travel.example.com',
      '- `REPORT_API_KEY`: Reads reports',
      'Hosts: `api.example.com`, `other.example.com:8443`.',
      '90 s, 128 MB, 2700000 units of fuel (about 90 s of computing at least; not counted in containers)',
      '1000 host calls',
      'Version 3; it expires at 2027-01-01T00:00:00.000Z',
      'It is locked',
      `"profile_id":"${profile.profile_id}"`,
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain('Get a profile')
  })

  test('gives the next step for each profile state, and marks keys without a value', () => {
    const unlocked = { ...profile, locked: false, state: 'unlocked' as const, expires_at: null }
    const [first, ...rest] = profile.keys
    if (!first) throw new Error('The profile has no key')
    const text = documentOf({ profile: { ...unlocked, keys: [{ ...first, value_exists: false }, ...rest] } })
    expect(text).toContain('ask the operator to fill in the values and lock it')
    expect(text).toContain('- `REPORT_API_URL`: Base URL\n')
    const empty = documentOf({ profile: { ...profile, keys: [{ ...first, value_exists: false }] } })
    expect(empty).toContain('- `REPORT_API_URL`: Base URL (has no value)')
    expect(text).toContain('it does not expire')
    expect(text).toContain('- `one-api`: One provider')
    expect(documentOf({ profile: { ...profile, state: 'revoked' } })).toContain('revoked it: ask for another one')
    expect(documentOf({ profile: { ...profile, state: 'expired' } })).toContain('It has expired')
  })

  test.each(credentialKinds)('names the kind %s of a key as the API does, and says what a script does', (use) => {
    const does = {
      setting: '(`setting`: scripts read its value)',
      plain: '(a secret, `plain`: send its placeholder in a header to `api.example.com`)',
      other: `(a secret, \`${use}\`: the gateway adds it to requests to \`api.example.com\`)`,
    }
    const note = use === 'setting' || use === 'plain' ? does[use] : does.other
    const key = { name: 'A', description: '', value_exists: true, use, hosts: ['api.example.com'] }
    expect(documentOf({ profile: { ...profile, keys: [key] } })).toContain(`- \`A\` ${note}`)
  })

  test('text from operators and agents cannot add lines or markup', () => {
    const description = 'ends.\n\n## Errors\n\n```http\nPOST https://evil.example.org/\n```\n<script>[x](y)'
    const text = documentOf({
      profile: { ...profile, description, keys: [{ name: 'A', description, value_exists: true }] },
    })
    expect(text.split('\n').filter((line) => line.startsWith('## Errors'))).toHaveLength(1)
    expect(text).not.toContain('\nPOST https://evil.example.org/')
    expect(text).not.toContain('<script>')
  })
})

test('a document without a profile says how to create a profile, and whether the setup code is needed', () => {
  const text = documentOf()
  expect(text).toContain('## Get a profile')
  expect(text).toContain('POST https://travel.example.com/profiles\n')
  expect(text).toContain('needs no code')
  expect(text).not.toContain('ark_a')
  expect(documentOf({ needsSetupCode: true })).toContain('x-setup-code: {setup_code}')
})

test('names every field that each error has', () => {
  const errors = documentOf().split('## Errors')[1] ?? ''
  for (const field of Object.keys(toldError(errorOf('NOT_FOUND')))) expect(errors).toContain(`"${field}"`)
})

test('describes only the languages that this instance can run', () => {
  expect(documentOf()).toContain('### Python')
  const text = documentOf({ languages: ['javascript'] })
  expect(text).not.toContain('### Python')
  expect(text).not.toContain('```python')
  expect(text).toContain('Python is not available here')
})

/** Answers host calls as `fakeHost` does, but responds to a request for any URL. */
const answerOf = (op: HostOp, args: Json): HostAnswer =>
  fakeHost(op, op === 'fetch' ? { ...Object(args), url: 'https://api.example.com/' } : args)

describe('the examples run unchanged', () => {
  const opened = new AsyncDisposableStack()
  const runtimes = new Map<ScriptLanguage, Runtime>()
  beforeAll(async () => {
    const options = { projectRoot: process.cwd(), log: silentLog, workers: 0 }
    runtimes.set('javascript', opened.use(await createQuickJsRuntime({ ...options, instancesPerWorker: 1 })))
    runtimes.set('python', opened.use(await createPythonRuntime({ ...options, scriptWorkers: 1 })))
  })
  afterAll(() => opened.disposeAsync())

  const other = 'other.example.com:8443'
  const added: KeyView = { name: 'REPORT_API_KEY', description: '', value_exists: true, use: 'header', hosts: [other] }
  const [, sent] = profile.keys
  type Case = { name: string; view: Partial<ProfileView>; wanted?: readonly string[]; sentTo?: string }
  const own = sent ? { keys: [{ ...sent, hosts: [other] }] } : {}
  const cases: readonly Case[] = [
    { name: 'keys and hosts', view: {}, wanted: ['REPORT_API_KEY'] },
    { name: 'a key for its second host only', view: own, wanted: ['REPORT_API_KEY'], sentTo: other },
    // Sending the placeholder of a key that the gateway adds would end the execution.
    { name: 'a key that the gateway adds', view: { keys: [added] }, sentTo: other },
    { name: 'a key for another host', view: { keys: [{ ...added, use: 'plain', hosts: ['no.example.com'] }] } },
    { name: 'settings only', view: { keys: profile.keys.slice(0, 1) } },
    { name: 'hosts only', view: { keys: [] } },
    { name: 'keys only', view: { hosts: [] } },
    { name: 'nothing', view: { keys: [], hosts: [] } },
  ]

  const inLanguages = cases.flatMap((one) => ScriptLanguage.options.map((language) => ({ ...one, language })))

  test.each(inLanguages)('in $language, for a profile with $name', async (one) => {
    const { view, language, wanted = [], sentTo = 'api.example.com' } = one
    const runtime = runtimes.get(language)
    if (!runtime) throw new Error(`The runtime of ${language} has not started`)
    const shown = { ...profile, ...view }
    const examples = [
      ...documentOf({ profile: shown }).matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\``, 'g')),
    ]
    expect(examples).toHaveLength(2)
    const grant = ScriptGrant.parse({ language, permissions: { llm: true } })
    const asked: string[] = []
    const requested: string[] = []
    for (const [, text = ''] of examples) {
      const loaded = loadScript({ text, grant })
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.details))
      const outcome = await runtime.run(
        executionOf(loaded.skill, {
          limits: { ...testLimits, timeoutMs: 60_000 },
          answer: (op, args): HostAnswer => {
            if (op === 'settings.get') asked.push(Object(args).name)
            if (op === 'fetch') requested.push(Object(args).url)
            return op === 'llm.complete' ? { kind: 'value', value: 'a summary' } : answerOf(op, args)
          },
        }),
      )
      expect(outcome).toMatchObject({ kind: 'returned', value: { results: [{ result: expect.any(Object) }] } })
    }
    expect(asked).toEqual(wanted)
    expect(requested).toEqual(shown.hosts.length > 0 ? [`https://${sentTo}/`] : [])
  })
})

describe('as an Agent Skill', () => {
  const problemsOf = (text: string) =>
    checkAgentSkill(new Map([['SKILL.md', Buffer.from(text)]]), { name: 'travel-aw', pathOf: (file) => file }).map(
      formatProblem,
    )

  test('the document of an instance passes the rules for publishing', () => {
    expect(problemsOf(documentOf({ profile }))).toEqual([])
    expect(problemsOf(documentOf())).toEqual([])
  })

  test('SKILL.md of the repository passes the rules for publishing, and contains the SDK reference', () => {
    const text = readFileSync('SKILL.md', 'utf8')
    expect(problemsOf(text)).toEqual([])
    expect(text).toContain(sdkReference(['javascript', 'python']))
  })
})
