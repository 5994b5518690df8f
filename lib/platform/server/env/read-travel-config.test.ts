import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { defaultConfig } from '#runner/contract/travel-config.ts'
import { anyCharacter } from '#runner/testing/any-character.ts'
import { findProjectRoot } from './project-root.ts'
import {
  ConfigError,
  parseTravelConfig,
  readTravelConfig,
  schemaFile,
  travelConfigSchema,
} from './read-travel-config.ts'

const folder = mkdtempSync(join(tmpdir(), 'travel-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const complete = {
  $schema: './docs/travel.config.schema.json',
  safeExecution: {
    enabled: true,
    defaultTrust: { main: 'full', 'dm-approved': 'write', group: 'llm', 'dm-unknown': 'network', public: 'none' },
    allowedHosts: ['api.example.com', 'api.example.com:8443'],
    fuelBudget: { default: 1000, llm: 2000, shell: 2000 },
    auditLog: true,
  },
  skillSources: {
    add: { team: 'registry:https://skills.example.com/index.json' },
    remove: ['skills.sh'],
    trustedPublishers: ['k'.repeat(43)],
    trustedSources: ['github:acme/tools'],
  },
  skills: {
    'flight-search': {
      enabled: true,
      defaultTrust: { public: 'none' },
      permissions: { network: { egress: [], methods: ['GET'] }, secrets: [], llm: false },
      limits: { timeout_ms: 5000, fuel: 100, output_kb: 10 },
    },
  },
}

/** The problems of a file with this text. */
const problemsOf = (text: string): string[] => {
  try {
    parseTravelConfig(text, 'travel.config.json', ['flight-search', 'hotel-search'])
    return []
  } catch (error) {
    return error instanceof ConfigError ? error.message.split('\n') : [`not a ConfigError: ${error}`]
  }
}

describe('travel.config.json', () => {
  it('has the defaults if the file does not exist', () => {
    expect(readTravelConfig({ path: join(folder, 'none.json'), isRequired: false }, [])).toBe(defaultConfig)
    expect(parseTravelConfig('{}', 'f', [])).toEqual(defaultConfig)
  })

  it('must exist if TRAVEL_CONFIG names it', () => {
    const path = join(folder, 'none.json')
    expect(() => readTravelConfig({ path, isRequired: true }, [])).toThrow(
      `${path}:1:1 does not exist — correct TRAVEL_CONFIG, or unset it to use the defaults`,
    )
  })

  it('accepts a file with every setting', () => {
    const path = join(folder, 'complete.json')
    writeFileSync(path, JSON.stringify(complete, null, '\t'))
    expect(readTravelConfig({ path, isRequired: true }, ['flight-search'])).toEqual(complete)
  })

  it.each<[string, (path: string) => void, string]>([
    ['a folder', (path) => mkdirSync(path), 'is not a file'],
    ['larger than 64 KB', (path) => writeFileSync(path, ' '.repeat(65_537)), 'is larger than 64 KB'],
    ['not UTF-8', (path) => writeFileSync(path, Buffer.from([0x22, 0xff, 0x22])), 'is not UTF-8 text'],
  ])('is rejected if it is %s', (name, make, problem) => {
    const path = join(folder, name)
    make(path)
    expect(() => readTravelConfig({ path, isRequired: false }, [])).toThrow(problem)
  })

  it.each<[string, string, string[]]>([
    [
      'text that is not JSON',
      '{\n  "skills": {\n    oops\n',
      [':3:5 is not valid JSON — correct it here: quotes, commas and brackets'],
    ],
    ['truncated JSON', '{\n  "skills": {', [':2:14 is not valid JSON — correct it here: quotes, commas and brackets']],
    ['a comment', '// note\n{}', [':1:1 is not valid JSON — correct it here: quotes, commas and brackets']],
    ['a comment further down', '{\n "skills": {},\n // note\n}', [expect.stringMatching(/^:3:\d+ is not valid JSON/)]],
    ['a trailing comma', '{\n "skills": {\n },\n}\n', [expect.stringMatching(/^:4:\d+ is not valid JSON/)]],
    [
      'a word without quotes',
      '{ "safeExecution": {\n "allowedHosts": [\n here\n ] } }',
      [expect.stringMatching(/^:3:\d+ is not valid JSON/)],
    ],
    [
      'a duplicate key',
      '{ "skills": {},\n  "skills": {} }',
      [expect.stringMatching(/^:2:3 skills: .*duplicate|^:2:3 skills: .*twice/)],
    ],
    [
      'unknown keys',
      '{ "safeExecuton": {},\n "safeExecution": { "allowHosts": [] } }',
      [
        ':1:3 safeExecuton: unknown key — did you mean "safeExecution"?',
        ':2:21 safeExecution.allowHosts: unknown key — did you mean "allowedHosts"?',
      ],
    ],
    [
      'an unknown source',
      '{ "safeExecution": { "defaultTrust": { "dm-unkown": "none" } } }',
      [':1:40 safeExecution.defaultTrust.dm-unkown: unknown key — did you mean "dm-unknown"?'],
    ],
    [
      'more trust than the source has',
      '{ "safeExecution": { "defaultTrust": { "public": "full" } } }',
      [
        ':1:50 safeExecution.defaultTrust.public: is "full", which is not one of none, network — write one of none, network',
      ],
    ],
    [
      'a URL instead of a host',
      '{ "safeExecution": { "allowedHosts": ["https://api.example.com/v1"] } }',
      [
        ':1:39 safeExecution.allowedHosts[0]: is "https://api.example.com/v1", an address — write only the host, without https://: api.example.com',
      ],
    ],
    [
      'the audit log switched off',
      '{ "safeExecution": { "auditLog": false } }',
      [
        ':1:34 safeExecution.auditLog: is not true, but the audit trail cannot be switched off — write true, or remove the line',
      ],
    ],
    [
      'text instead of a number',
      '{ "safeExecution": { "fuelBudget": { "llm": "2000" } } }',
      [
        ':1:45 safeExecution.fuelBudget.llm: is text, where a number is expected — write the number without quotes and unit',
      ],
    ],
    [
      'a misspelt skill',
      '{ "skills": { "fligth-search": {} } }',
      [':1:15 skills.fligth-search: is not a skill of this project — did you mean "flight-search"?'],
    ],
    [
      'an unknown skill',
      '{ "skills": { "weather": {} } }',
      [':1:15 skills.weather: is not a skill of this project — name a folder of skills/, or remove it'],
    ],
    [
      'an unknown permission',
      '{ "skills": { "flight-search": { "permissions": { "secret": [] } } } }',
      [':1:51 skills.flight-search.permissions.secret: unknown key — did you mean "secrets"?'],
    ],
  ])('is rejected for %s, with line, field and remedy', (_, text, problems) => {
    expect(problemsOf(text).map((problem) => problem.replace('travel.config.json', ''))).toEqual(problems)
  })

  it('has a line, a column and a remedy for each problem, whatever text it contains', () => {
    const texts = fc.oneof(
      fc.json(),
      fc.string({ unit: anyCharacter }),
      fc.record({ skills: fc.jsonValue(), safeExecution: fc.jsonValue() }).map((value) => JSON.stringify(value)),
      fc.constantFrom('{"__proto__":{}}', '{"skills":{"constructor":{}}}', '['.repeat(30_000), 'null', '[]', '1'),
    )
    fc.assert(
      fc.property(texts, (text) => {
        for (const problem of problemsOf(text)) expect(problem).toMatch(/^travel\.config\.json:\d+:\d+ .+ — .+$/)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the published schema', () => {
  const published: unknown = JSON.parse(readFileSync(join(findProjectRoot(), schemaFile), 'utf8'))

  it('is up to date (npm run config:schema writes it)', () => {
    expect(published).toEqual(travelConfigSchema())
  })

  it('accepts a complete file and refuses an unknown key', () => {
    const validate = new Ajv({ strictTypes: false }).compile(travelConfigSchema())
    expect(validate(complete)).toBe(true)
    expect(validate({ safeExecution: { enable: true } })).toBe(false)
  })
})
