import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CredentialUse, credentialKinds } from '#lib/platform/model/credential-schema.ts'
import { kinds, kindText } from './kinds.ts'

test('a kind of credentials has one name in the API, in its documentation and in the console', () => {
  expect(CredentialUse.options.flatMap(({ shape }) => [...shape.kind.values]).sort()).toEqual(
    [...credentialKinds].sort(),
  )
  expect(kinds.map(({ value }) => value).sort()).toEqual([...credentialKinds].sort())
  const documentation = readFileSync('docs/http-api.md', 'utf8')
  for (const kind of credentialKinds) {
    expect(kindText(kind).toLowerCase()).toBe(kind)
    expect(documentation).toContain(`\`${kind}\``)
  }
})
