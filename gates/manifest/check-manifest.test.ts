// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are source code
import { expect, it } from 'vitest'
import { checkFiles } from '../check-skill.ts'
import { createRuleSet } from '../load-rules.ts'
import { checkManifest } from './check-manifest.ts'

const rules = createRuleSet([])
const manifest = `name: fares
version: "0.1.0"
description: Finds fares.
risk_level: low
entry: src/main.ts
permissions:
  network: { egress: [api.fares.io], methods: [GET] }
  secrets: [FARES_KEY]
`
const main = 'fetch("https://api.fares.io", { headers: { key: secrets.get("FARES_KEY") } })\n'
async function found(files: Record<string, string>) {
  const folder = {
    files: new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
    unread: [],
    digest: '',
  }
  const check = await checkFiles(folder, { rules, name: 'fares', only: 'manifest' })
  return {
    verdict: check.verdict,
    severities: check.findings.map(({ severity }) => severity),
    lines: check.findings.map(({ rule, file, line, why }) => `${rule} ${file}:${line} ${why}`),
  }
}

const clean = { verdict: 'admit', severities: [], lines: [] }

it('accepts a manifest that declares what the code uses', async () => {
  expect(await found({ 'skill.yaml': manifest, 'src/main.ts': main })).toEqual(clean)
})

it('blocks a manifest that cannot be published, and reports the line', async () => {
  const files = { 'skill.yaml': manifest.replace('"0.1.0"', '1.0'), 'src/main.ts': main }
  const { verdict, severities, lines } = await found(files)
  expect([verdict, severities]).toEqual(['block', ['high']])
  expect(lines).toEqual([expect.stringMatching(/^MANIFEST-INVALID skill\.yaml:2 version /)])
})

it('reports a skill without a manifest, and blocks one whose manifest cannot be read', async () => {
  expect(await found({ 'README.md': 'a' })).toMatchObject({
    ...{ lines: ['MANIFEST-INVALID :1 The manifest is missing.'], severities: ['medium'] },
  })
  expect(await found({ 'skill.yaml': 'name: [' })).toMatchObject({
    verdict: 'block',
    lines: [expect.stringMatching(/^MANIFEST-INVALID skill\.yaml:1 /)],
  })
})

it('blocks a Dockerfile of which no image can be made, and reports the line', async () => {
  const own = `${manifest.replace('src/main.ts', 'main.py')}runtimes: [container]\n`
  const files = { 'skill.yaml': own, 'main.py': 'print("https://api.fares.io FARES_KEY")' }
  const odd = 'FROM travel-skill-base\nCOPY app.py /skill/\nCMD ["python", "app.py"]\n'
  for (const [Dockerfile, line] of [
    ['FROM python:3.12\nCMD ["python", "main.py"]\n', /^MANIFEST-INVALID Dockerfile:1 .*begins with FROM python:3\.12/],
    [odd, /^MANIFEST-INVALID Dockerfile:2 .*copies app\.py, which does not exist/],
  ] as const) {
    const { verdict, lines } = await found({ ...files, Dockerfile })
    expect(verdict).toBe('block')
    expect(lines[0]).toMatch(line)
  }
  const Dockerfile = odd.replaceAll('app.py', 'main.py')
  expect(await found({ ...files, Dockerfile })).toEqual(clean)
  // Instructions for an agent need no image.
  const text = '---\nname: fares\ndescription: Finds fares.\n---\n'
  const { lines } = await found({ 'SKILL.md': text, Dockerfile: 'FROM python:3.12\n' })
  expect(lines.filter((line) => line.includes('Dockerfile'))).toEqual([])
})

it('blocks an invalid SKILL.md beside a skill.yaml, and only warns of one in a plain Agent Skill', async () => {
  const text = '---\nname: fares\ndescription: Finds fares.\ncolour: red\n---\n'
  expect(await found({ 'skill.yaml': manifest, 'src/main.ts': main, 'SKILL.md': text })).toMatchObject({
    ...{ verdict: 'block', severities: ['high'] },
  })
  expect(await found({ 'SKILL.md': text })).toMatchObject({
    verdict: 'admit',
    lines: [
      expect.stringContaining('MANIFEST-FORMAT SKILL.md:4 colour is not a key'),
      expect.stringContaining('MANIFEST-WARNING SKILL.md:4'),
    ],
    severities: ['low', 'info'],
  })
})

it('reports what prevents loading and publishing once', () => {
  const problem = { file: 'SKILL.md', line: 2, column: 1, path: 'name', message: 'is bad.', remedy: 'mend it' }
  const others = [
    { ...problem, file: 'a.md' },
    { ...problem, line: 3 },
    { ...problem, path: '' },
  ]
  const read = { isOurs: false, manifest: undefined, candidate: undefined, warnings: [] }
  const findings = checkManifest(
    { files: new Map() },
    { ...read, problems: [problem], strict: [problem, ...others] },
    [],
  )
  expect(findings.map(({ rule, why, remedy }) => [rule, why, remedy])).toEqual([
    ['MANIFEST-INVALID', 'name is bad.', 'Mend it.'],
    ['MANIFEST-FORMAT', 'name is bad.', 'Mend it.'],
    ['MANIFEST-FORMAT', 'name is bad.', 'Mend it.'],
    ['MANIFEST-FORMAT', 'The manifest is bad.', 'Mend it.'],
  ])
})

it('reports unused and undeclared permissions by their manifest fields', async () => {
  const wide = `${manifest.replace('[api.fares.io]', '[api.fares.io, b.fares.io]').replace('[FARES_KEY]', '[FARES_KEY, OLD_KEY]')}  llm: true\n`
  const { verdict, lines } = await found({ 'skill.yaml': wide, 'src/main.ts': `${main}secrets.get("NEW_KEY")\n` })
  expect(verdict).toBe('admit')
  expect(lines).toEqual([
    'MANIFEST-UNUSED skill.yaml:7 permissions.network.egress b.fares.io is declared, but the code never names it.',
    'MANIFEST-UNUSED skill.yaml:8 permissions.secrets OLD_KEY is declared, but the code never names it.',
    'MANIFEST-UNUSED skill.yaml:9 permissions.llm is declared, but the code never uses it.',
    'MANIFEST-UNDECLARED src/main.ts:2 permissions.secrets NEW_KEY is not declared, but the code asks for it.',
  ])
})

it('reports no host as unused if the code builds a host name at run time', async () => {
  const code = 'export const ask = (host) => [fetch(`https://${host}/`), secrets.get("FARES_KEY")]\n'
  expect(await found({ 'skill.yaml': manifest, 'src/main.ts': code })).toEqual(clean)
})

it('reads only the code of a skill for its use of permissions, and counts each way to name something', async () => {
  const advice = async (files: Record<string, string>, own = manifest) => {
    const { lines } = await found({ 'skill.yaml': own, ...files })
    return lines.map((line) => line.split(' ').slice(0, 4).join(' '))
  }
  const other = 'secrets.get("NEW_KEY")\n'
  for (const file of ['README.md', 'tests/a.ts', 'src/a.test.ts', 'config.yaml'])
    expect([file, await advice({ 'src/main.ts': main, [file]: other })]).toEqual([file, []])
  const asked = 'MANIFEST-UNDECLARED src/main.ts:2 permissions.secrets'
  for (const use of [
    other,
    other + other,
    'process.env.NEW_KEY\n',
    'process.env["NEW_KEY"]\n',
    'secrets.get("FARE_ID")\n',
  ])
    expect([use, await advice({ 'src/main.ts': main + use })]).toEqual([
      use,
      [`${asked} ${use.includes('ID') ? 'FARE_ID' : 'NEW_KEY'}`],
    ])
  expect(await advice({ 'src/main.ts': `${main}process.env.HOME_DIR\n` })).toEqual([])
  // A host counts whether the code reaches it or only names it, and a secret if the gateway sends it.
  expect(await advice({ 'src/main.ts': 'const site = "api.fares.io" // FARES_KEY\n' })).toEqual([])
  expect(await advice({ 'src/main.ts': 'fetch("https://api.fares" + ".io") // FARES_KEY\n' })).toEqual([])
  const sent = `${manifest}credentials: { fares: { kind: bearer, host: api.fares.io, secret: FARES_KEY } }\n`
  expect(await advice({ 'src/main.ts': 'fetch("https://api.fares.io")\n' }, sent)).toEqual([])
  const llm = 'llm.complete("a")\n'
  expect(await advice({ 'src/main.ts': main + llm }, `${manifest}  llm: true\n`)).toEqual([])
  expect(await advice({ 'src/main.ts': main + llm })).toEqual(['MANIFEST-UNDECLARED skill.yaml:7 permissions.llm is'])
  expect(await advice({ 'src/main.ts': `${main}memory.get("a")\n` })).toEqual([])
  // Instructions for any agent have no permissions here.
  const text = '---\nname: fares\ndescription: Finds fares.\n---\n'
  expect(
    (await found({ 'SKILL.md': text, 'main.py': 'os.environ["NEW_KEY"]\n' })).lines.filter((line) =>
      line.includes('NEW_KEY'),
    ),
  ).toEqual([])
})
