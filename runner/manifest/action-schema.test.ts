import { expect, test } from 'vitest'
import { actionSchemaOf } from './action-schema.ts'

test('a manifest that narrows a capability keeps the fields that the capability requires', () => {
  const input = { type: 'object', required: ['stars', 'check_in'], properties: { stars: { minItems: 1 } } }
  const hotels = { capability: 'C-HOTEL-SEARCH', actions: {} }
  const schema = actionSchemaOf({ ...hotels, input_schema: { search_hotels: input } }, 'search_hotels')
  expect(schema?.required).toEqual(['check_in', 'check_out', 'stars'])
})
