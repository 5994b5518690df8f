import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AgentRule } from '#runner/contract/agent-rule.ts'
import { isFlag, permissionKinds } from '#runner/contract/operations/host-operations.ts'
import { type AskedPermission, capsWithout, isLeft } from './console-agent-skills.ts'

const items: Partial<Record<AskedPermission['permission'], readonly string[]>> = {
  'network.egress': ['api.example.com', 'cdn.example.com'],
  'network.methods': ['GET', 'POST'],
  secrets: ['RATES_KEY', 'OTHER_KEY'],
  'filesystem.read': ['notes', 'data'],
  'filesystem.write': ['notes'],
  exec: ['ical-query'],
}
const all = permissionKinds.flatMap((permission) =>
  (isFlag(permission) ? [''] : (items[permission] ?? [])).map((item): AskedPermission => ({ permission, item })),
)
const textOf = ({ permission, item }: AskedPermission) => `${permission} ${item}`

test('a rule leaves a skill exactly what it asks for and what is not refused', () => {
  fc.assert(
    fc.property(fc.subarray(all), fc.subarray(all), (asked, refused) => {
      const texts = new Set(refused.map(textOf))
      const isRefused = (one: AskedPermission) => texts.has(textOf(one))
      const { permissions } = AgentRule.parse({ permissions: capsWithout(asked, isRefused) })
      for (const one of asked) expect(isLeft(permissions, one)).toBe(!isRefused(one))
    }),
  )
})

test('a rule without permissions leaves everything', () => {
  for (const one of all) expect(isLeft(undefined, one)).toBe(true)
  expect(capsWithout(all, () => false)).toBeUndefined()
})
