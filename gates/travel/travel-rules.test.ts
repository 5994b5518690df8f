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
async function rulesFound(files: Record<string, string>) {
  const all = { 'skill.yaml': manifest, 'src/main.ts': 'export default 1\n', ...files }
  const folder = {
    files: new Map(Object.entries(all).map(([path, text]) => [path, Buffer.from(text)])),
    unread: [],
    digest: '',
  }
  const { findings } = await checkFiles(folder, { rules, name: 'fares', only: 'travel' })
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
