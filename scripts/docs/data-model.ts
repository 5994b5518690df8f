import { readFileSync } from 'node:fs'
import { schemaPath } from '../prisma/schema-engine.ts'

type Model = { readonly name: string; readonly says: string; readonly relations: readonly Relation[] }
/** A row of this model names a row of `to` by its fields. */
type Relation = {
  readonly to: string
  readonly field: string
  readonly isOptional: boolean
  readonly isUnique: boolean
}

/** The models of the Prisma schema, with the relations whose keys they hold. */
export function modelsIn(schema: string): Model[] {
  return [...schema.matchAll(/((?:^\/\/\/.*\n)*)^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(
    ([, comment = '', name = '', body = '']) => ({
      name,
      says: comment
        .replace(/^\/\/\/ ?/gm, '')
        .trim()
        .replaceAll('\n', ' '),
      relations: [...body.matchAll(/^ +(\w+) +(\w+)(\??) +@relation\(.*?fields: \[([^\]]+)\]/gm)].map(
        ([, field = '', to = '', optional, keys = '']) => ({
          field,
          to,
          isOptional: optional === '?',
          isUnique: isUniqueIn(body, keys),
        }),
      ),
    }),
  )
}

const isUniqueIn = (body: string, keys: string): boolean =>
  new RegExp(`^ +${keys} +.*@(?:id|unique)\\b`, 'm').test(body) || body.includes(`@@id([${keys}])`)

/** The picture of the tables: who refers to whom, and what each holds. */
export function dataModelPage(): string {
  const models = modelsIn(readFileSync(schemaPath, 'utf8'))
  const arrows = models.flatMap(({ name, relations }) =>
    relations.map(({ to, field, isOptional, isUnique }) => {
      const one = isOptional ? '|o' : '||'
      return `  ${to} ${one}--${isUnique ? 'o|' : 'o{'} ${name} : ${field}`
    }),
  )
  const rows = models.map(({ name, says }) => `| \`${name}\` | ${says.replaceAll('|', '\\|')} |`)
  return [
    '# The data model',
    '',
    'Generated from `prisma/schema.prisma` by `npm run docs`. A line reads: one row of the first table belongs to this',
    'many rows of the second, which name it in the field on the line.',
    '',
    '```mermaid',
    'erDiagram',
    ...arrows,
    '```',
    '',
    '| table | what a row is |',
    '| --- | --- |',
    ...rows,
    '',
  ].join('\n')
}
