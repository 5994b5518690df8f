/**
 * The part of SARIF 2.1.0 (OASIS, errata 01) that the check writes, with the standard's required properties, types and
 * enumerations. Unlike the standard, it allows no other properties, so that a misspelled one is an error.
 */
const object = (required: readonly string[], properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
})
const text = { type: 'string', minLength: 1 }
const level = { enum: ['none', 'note', 'warning', 'error'] }
const bag = { type: 'object' }
const message = object(['text'], { text })
const uri = { type: 'string', format: 'uri-reference' }

const rule = object(['id'], {
  id: text,
  shortDescription: message,
  help: message,
  defaultConfiguration: object([], { level }),
  properties: object([], { tags: { type: 'array', uniqueItems: true, items: text } }),
})

const region = object([], {
  startLine: { type: 'integer', minimum: 1 },
  startColumn: { type: 'integer', minimum: 1 },
  snippet: message,
})

const result = object(['message'], {
  ruleId: text,
  ruleIndex: { type: 'integer', minimum: -1 },
  level,
  message,
  locations: {
    type: 'array',
    items: object([], {
      physicalLocation: object(['artifactLocation'], { artifactLocation: object([], { uri }), region }),
    }),
  },
  partialFingerprints: { type: 'object', additionalProperties: { type: 'string' } },
  properties: bag,
})

const driver = object(['name'], {
  name: text,
  semanticVersion: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
  informationUri: { type: 'string', format: 'uri' },
  rules: { type: 'array', uniqueItems: true, items: rule },
  properties: bag,
})

export const sarifSchema = object(['version', 'runs'], {
  $schema: { type: 'string', format: 'uri' },
  version: { const: '2.1.0' },
  runs: {
    type: 'array',
    items: object(['tool'], {
      tool: object(['driver'], { driver }),
      columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
      results: { type: 'array', items: result },
      properties: bag,
    }),
  },
})
