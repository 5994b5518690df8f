import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generatedFiles } from '../../../scripts/generate-host-operations.ts'
import { flagKinds, hostOps, operations, permissionKinds, signatureOf } from './host-operations.ts'

test('every permission is needed by an operation, apart from the methods of requests', () => {
  const needed = new Set<string>(hostOps.flatMap((op) => operations[op].permission ?? []))
  expect(permissionKinds.filter((kind) => !needed.has(kind))).toEqual(['network.methods'])
  expect(flagKinds).toEqual(permissionKinds.filter((kind) => !/^(network|secrets|signing|filesystem|exec)/.test(kind)))
})

test.each(hostOps.filter((op) => operations[op].permission && operations[op].params))(
  'the guide for skills has a line for %s with its permission',
  (op) => {
    const { permission = '', does } = operations[op]
    const lines = readFileSync('skills/README.md', 'utf8').split('\n')
    const line = lines.find((text) => text.startsWith(`| \`${signatureOf(op)}\` `)) ?? ''
    expect(line).toContain(`\`${permission.split('.')[0]}: `)
    expect(line).toContain(does)
  },
)

test.each(Object.entries(generatedFiles()))('%s is up to date (npm run db:generate)', (path, text) => {
  expect(readFileSync(path, 'utf8')).toBe(text)
})
