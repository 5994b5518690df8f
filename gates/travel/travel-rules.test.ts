// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are source code
import { expect, it } from 'vitest'
import { checkFiles } from '../check-skill.ts'
import { createRuleSet } from '../load-rules.ts'

const rules = createRuleSet([])
const manifest = `name: fares
version: "0.1.0"
description: Finds fares.
kind: tool
risk_level: low
entry: src/main.ts
permissions:
  network: { egress: [api.fares.io], methods: [GET] }
`
async function findingsIn(files: Record<string, string>) {
  const folder = {
    files: new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
    unread: [],
    digest: '',
  }
  return (await checkFiles(folder, { rules, name: 'fares', only: 'travel' })).findings
}
async function rulesFound(files: Record<string, string>) {
  const findings = await findingsIn({ 'skill.yaml': manifest, 'src/main.ts': 'export default 1\n', ...files })
  return findings.map(({ rule, file, line, blocks }) => [rule, `${file}:${line}`, blocks])
}

it('accepts declared hosts, and ignores namespace URLs, comments, tests and examples', async () => {
  const main =
    '// https://docs.other.io\nconst host = "api.fares.io"\nfetch(`https://${host}/v1`)\nconst ns = "http://www.w3.org/2000/svg"\n'
  const files = {
    'src/main.ts': main,
    'src/main.test.ts': 'fetch("https://other.io")',
    'examples/a.ts': 'fetch("https://other.io")',
  }
  expect(await rulesFound(files)).toEqual([])
})

it.each([
  ['src/main.ts', 'fetch("https://other.io/x")'],
  ['src/main.ts', 'const site = "other" + ".io"\nfetch(`https://${site}`)'],
  ['src/main.ts', 'connect({ host: "other.io", port: 443 })'],
  ['src/main.ts', 'fetch("https:\\\\\\\\other.io/x")'],
  ['src/main.ts', 'fetch("https:/other.io/x")'],
  ['src/main.ts', 'fetch("ht\\ttps://other.io/x")'],
  ['src/main.ts', 'fetch("https://oth\\ner.io/x")'],
  ['src/main.ts', 'const parts = ["other", "io"]\nfetch(`https://${parts.join(".")}/x`)'],
  ['main.py', 'from http.client import HTTPSConnection\nHTTPSConnection("other.io")'],
  ['run.sh', '# setup\ncurl https://other.io/x'],
  ['run.sh', `post '{ "url": "https://other.io/x" }'`],
  ['src/main.ts', 'fetch("https://xn--a.io/x")'],
  ['Dockerfile', 'FROM travel-skill-base\nRUN wget https://other.io/x'],
  ['package.json', '{ "scripts": {\n "postinstall": "curl https://other.io/x" } }'],
  ['requirements.txt', 'git+https://other.io/x.git'],
  ['package-lock.json', '{ "packages": { "node_modules/x": {\n "resolved": "https://other.io/x.tgz" } } }'],
])('refuses an undeclared host in %s: %s', async (file, text) => {
  expect(await rulesFound({ [file]: text })).toContainEqual(['TRAVEL-002', expect.stringMatching(`^${file}:`), true])
})

it('reads the lines of a text with several URLs as separate URLs', async () => {
  expect(await rulesFound({ 'src/main.ts': 'const urls = "https://api.fares.io/a\\nhttps://api.fares.io/b"' })).toEqual(
    [],
  )
})

it('accepts a declared host in the letters of its language', async () => {
  const declared = manifest.replace('api.fares.io', 'xn--mnchen-3ya.de')
  expect(await rulesFound({ 'skill.yaml': declared, 'src/main.ts': 'fetch("https://münchen.de/x")' })).toEqual([])
})

it('finds a host that is imported as a constant from another file', async () => {
  const files = {
    'src/names.ts': 'export const site = "other.io"',
    'src/main.ts': 'import { site } from "./names.ts"\nfetch(`https://${site}/`)',
  }
  expect(await rulesFound(files)).toEqual([['TRAVEL-002', 'src/main.ts:2', true]])
})

it('warns of a host that is built at run time, and of install scripts of dependencies', async () => {
  const lock = '{ "packages": { "node_modules/x": { "hasInstallScript": true } } }'
  expect(
    await rulesFound({
      'src/main.ts': 'export const f = (host) => fetch(`https://${host}/`)',
      'package-lock.json': lock,
    }),
  ).toEqual([
    ['TRAVEL-002-INSTALL', 'package-lock.json:1', false],
    ['TRAVEL-002-RUNTIME', 'src/main.ts:1', false],
  ])
})

it.each([
  ['a waived confirmation', 'effects: [act]\nconfirmation: { required: false }\n'],
  ['a booking capability that declares only the effect read', 'capability: C-BOOKING-TXN\n'],
  [
    'requests that change something, of a skill that declares only the effect read',
    'permissions: { network: { egress: [api.fares.io], methods: [GET, DELETE] } }\n',
  ],
  ['a booking action that declares only the effect read', 'actions: { book_fare: { effects: [read] } }\n'],
  [
    'an action that acts and waives the confirmation',
    'actions: { hold: { effects: [act], confirmation: { required: false } } }\n',
  ],
])('refuses %s', async (_, text) => {
  const own = text.startsWith('permissions') ? manifest.slice(0, manifest.indexOf('permissions')) : manifest
  const skill = own.replace('risk_level: low', 'risk_level: high') + text
  expect(await rulesFound({ 'skill.yaml': skill })).toEqual([
    ['TRAVEL-003', expect.stringMatching('^skill.yaml:'), true],
  ])
})

it.each([
  'effects: [act]\n',
  'capability: C-BOOKING-TXN\neffects: [act]\n',
  'actions: { search: { effects: [read] } }\n',
  'actions: { cancel: { effects: [act] } }\n',
])('accepts a manifest with %j', async (text) => {
  const skill = manifest.replace('risk_level: low', 'risk_level: high') + text
  expect(await rulesFound({ 'skill.yaml': skill })).toEqual([])
})

it('sends a skill that may POST without confirmation to review, unless it searches by a contract of the host', async () => {
  const posts = manifest.replace('methods: [GET]', 'methods: [GET, POST]')
  expect(await rulesFound({ 'skill.yaml': posts })).toEqual([['TRAVEL-003', 'skill.yaml:8', false]])
  expect(await rulesFound({ 'skill.yaml': `${posts}capability: C-FLIGHT-SEARCH\n` })).toEqual([])
  const acts = posts.replace('risk_level: low', 'risk_level: high')
  expect(await rulesFound({ 'skill.yaml': `${acts}effects: [act]\n` })).toEqual([])
})

it('refuses personal data in text, and leaves what may be none to a person', async () => {
  const files = { 'a.md': 'SSN: 536-90-4399\nCall +43 1 711 00 0\n', 'b.zip': 'PK\x03\x04 SSN: 536-90-4399\n' }
  expect((await findingsIn(files)).map(({ rule, line, severity, blocks }) => [rule, line, severity, blocks])).toEqual([
    ['TRAVEL-001', 1, 'high', true],
    ['TRAVEL-001-LIKELY', 2, 'medium', false],
  ])
})

it('says whether the program or its build reaches an undeclared host, and leaves instructions for any agent alone', async () => {
  const command = 'curl https://other.io/x\n'
  const files = { 'run.sh': command, Dockerfile: `RUN ${command}`, 'requirements.txt': 'git+https://other.io/x.git\n' }
  const findings = await findingsIn({ 'skill.yaml': manifest, 'src/main.ts': 'export default 1\n', ...files })
  expect(findings.map(({ file, why }) => `${file} ${why.split(' ').slice(2, 5).join(' ')}`)).toEqual([
    'Dockerfile is built from',
    'requirements.txt is built from',
    'run.sh reaches other.io, which',
  ])
  const text = '---\nname: fares\ndescription: Finds fares.\n---\n'
  expect(await findingsIn({ 'SKILL.md': text, ...files })).toEqual([])
})

it('names the package of an install script, and reads only the lock files of the skill', async () => {
  const lock = '{ "packages": { "node_modules/x": { "hasInstallScript": true } } }'
  const excerpts = async (file: string, text = lock) =>
    (await findingsIn({ [file]: text })).map(({ excerpt }) => excerpt)
  expect(await excerpts('package-lock.json')).toEqual(['node_modules/x'])
  expect(await excerpts('a/npm-shrinkwrap.json')).toEqual(['node_modules/x'])
  expect(await excerpts('package-lock.json', '"hasInstallScript": true')).toEqual([''])
  for (const file of ['data.json', 'tests/package-lock.json', 'examples/a/package-lock.json', '.a/package-lock.json'])
    expect([file, await excerpts(file)]).toEqual([file, []])
  expect(await excerpts('src/examples', lock)).toEqual([])
})

it.each([
  ['a comment of a script', 'run.sh', '# https://other.io/x\n'],
  ['this machine', 'run.sh', 'curl http://localhost:8080/x\n'],
  ['a field about a package', 'package.json', '{\n"homepage": "https://other.io/"\n}'],
  ['a declared URL where a host is meant', 'src/a.ts', 'connect({ host: "https://api.fares.io" })'],
  ['a reserved name', 'src/a.ts', 'connect({ host: "www.example.com" })'],
  ['a sentence over lines', 'src/a.ts', 'const a = "See https://api.fares.io\\nfor more"'],
  ['declared URLs in lines', 'src/a.ts', 'const a = "https://api.fares.io\\nhttps://api.fares.io/b"'],
  ['words that are no host', 'src/a.ts', 'const a = "other.io"\nconst host = "two words.io x"'],
  ['a file that is no text', 'run.sh', 'PK\x03\x04\ncurl https://other.io/x\n'],
])('ignores the host in %s', async (_, file, text) => {
  expect(await rulesFound({ [file]: text })).toEqual([])
})

it('reads constants of all files: those of a later one, and those with two values as unknown', async () => {
  const later = {
    'src/a.ts': 'export const url = "https://" + site',
    'src/b.ts': 'fetch(url + "/x")',
    'src/c.ts': 'export const site = "other.io"',
  }
  expect(await rulesFound(later)).toContainEqual(['TRAVEL-002', 'src/b.ts:1', true])
  const chain = {
    'src/a.ts': 'export const name = "other"',
    'src/b.ts': 'export const site = name + ".io"',
    'src/c.ts': 'export const url = "https://" + site',
    'src/d.ts': 'fetch(url + "/x")',
  }
  expect(await rulesFound(chain)).toContainEqual(['TRAVEL-002', 'src/d.ts:1', true])
  const same = 'const site = "other.io"'
  const twice = { 'src/a.ts': same, 'src/b.ts': same, 'src/c.ts': 'fetch(`https://${site}/`)' }
  expect(await rulesFound(twice)).toEqual([['TRAVEL-002', 'src/c.ts:1', true]])
  const two = {
    'src/a.ts': 'const site = "api.fares.io"',
    'src/b.ts': 'const site = "b.fares.io"',
    'src/c.ts': 'fetch(`https://${site}/`)',
  }
  expect(await rulesFound(two)).toEqual([['TRAVEL-002-RUNTIME', 'src/c.ts:1', false]])
  expect(await rulesFound({ 'src/a.ts': 'fetch("https://:80/")' })).toEqual([
    ['TRAVEL-002-RUNTIME', 'src/a.ts:1', false],
  ])
})

it('reports one act without confirmation once, at its field, and none if anything in the manifest asks', async () => {
  const changing = manifest
    .replace('methods: [GET]', 'methods: [GET, POST, DELETE]')
    .replace('risk_level: low', 'risk_level: high')
  const acting = 'capability: C-BOOKING-TXN\n'
  for (const [text, line] of [
    [acting, 9],
    [`${acting}effects: [act]\nconfirmation: { required: false }\n`, 11],
    [`${acting}actions: { book_fare: { effects: [read] } }\n`, 9],
    ['actions: { book_fare: { effects: [read] }, cancel: { effects: [read] } }\n', 9],
    ['', 8],
  ] as const) {
    expect([text, await rulesFound({ 'skill.yaml': changing + text })]).toEqual([
      text,
      [['TRAVEL-003', `skill.yaml:${line}`, true]],
    ])
  }
  for (const text of ['effects: [act]\n', 'actions: { cancel: { effects: [act] } }\n'])
    expect(await rulesFound({ 'skill.yaml': changing + text })).toEqual([])
})
