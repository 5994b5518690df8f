// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are source code
import { expect, it } from 'vitest'
import { checkFiles } from '../check-skill.ts'
import { createRuleSet } from '../load-rules.ts'

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
    lines: check.findings.map(({ rule, file, line, why }) => `${rule} ${file}:${line} ${why}`),
  }
}

it('accepts a manifest that declares what the code uses', async () => {
  expect(await found({ 'skill.yaml': manifest, 'src/main.ts': main })).toEqual({ verdict: 'admit', lines: [] })
})

it('blocks a manifest that cannot be published, and reports the line', async () => {
  const { verdict, lines } = await found({ 'skill.yaml': manifest.replace('"0.1.0"', '1.0'), 'src/main.ts': main })
  expect(verdict).toBe('block')
  expect(lines).toEqual([expect.stringMatching(/^MANIFEST-INVALID skill\.yaml:2 version /)])
})

it('reports a skill without a manifest, and blocks one whose manifest cannot be read', async () => {
  expect((await found({ 'README.md': 'a' })).lines).toEqual([
    expect.stringMatching(/^MANIFEST-INVALID .*has no manifest/),
  ])
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
  expect(await found({ ...files, Dockerfile })).toEqual({ verdict: 'admit', lines: [] })
  // Instructions for an agent need no image.
  const text = '---\nname: fares\ndescription: Finds fares.\n---\n'
  const { lines } = await found({ 'SKILL.md': text, Dockerfile: 'FROM python:3.12\n' })
  expect(lines.filter((line) => line.includes('Dockerfile'))).toEqual([])
})

it('blocks an invalid SKILL.md beside a skill.yaml, and only warns of one in a plain Agent Skill', async () => {
  const text = '---\nname: fares\ndescription: Finds fares.\ncolour: red\n---\n'
  expect(await found({ 'skill.yaml': manifest, 'src/main.ts': main, 'SKILL.md': text })).toMatchObject({
    verdict: 'block',
  })
  expect(await found({ 'SKILL.md': text })).toMatchObject({
    verdict: 'admit',
    lines: [
      expect.stringContaining('MANIFEST-FORMAT SKILL.md:4 colour is not a key'),
      expect.stringContaining('MANIFEST-WARNING SKILL.md:4'),
    ],
  })
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
  expect(await found({ 'skill.yaml': manifest, 'src/main.ts': code })).toEqual({ verdict: 'admit', lines: [] })
})
