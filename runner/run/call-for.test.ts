import { expect, it } from 'vitest'
import { grantOf } from '../egress/testing/engine-fixture.ts'
import { callFor } from './call-for.ts'

it('gives the data of a call only to a skill without network access', () => {
  const config = { call: { id: 'call_1', from: '+2975550100' } }
  expect(callFor({ grant: grantOf([]), config })).toEqual(config.call)
  expect(callFor({ grant: grantOf(['a.example.com']), config })).toBeUndefined()
})
