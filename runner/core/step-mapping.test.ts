import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partsOfPointer } from './parts-of.ts'
import { fillMapping, type MappingFault, pointersIn, pointerText, readMapping, readParams } from './step-mapping.ts'

const source = { input: { from: 'SEA', tags: ['a'] }, steps: [{ results: [{ id: 'x', 'a/b': 1 }] }] }
const fill = (written: unknown) => fillMapping(readMapping(written), source)

test('takes values from the input, from the results of steps, and as they are written', () => {
  expect(fill('/input/from')).toBe('SEA')
  expect(fill('/steps/0/results/0/a~1b')).toBe(1)
  expect(fill({ value: '/input/from' })).toBe('/input/from')
  expect(fill({ slices: [{ origin: '/input/from' }], currency: { value: 'EUR' } })).toEqual({
    slices: [{ origin: 'SEA' }],
    currency: 'EUR',
  })
})

test('leaves out a field and an item whose pointer finds nothing', () => {
  expect(fill('/steps/0/results/1/id')).toBeUndefined()
  expect(fill({ id: '/steps/0/results/1/id', list: ['/input/none', '/input/from'] })).toEqual({ list: ['SEA'] })
})

test('finds only own values, never what objects inherit', () => {
  for (const name of ['__proto__', 'constructor', 'toString']) expect(fill(`/input/${name}`)).toBeUndefined()
})

test('reads a parameter named value at the top like any other', () => {
  expect(fillMapping(readParams({ value: '/input/from' }), source)).toEqual({ value: 'SEA' })
})

test('reads any text with a slash in front as the pointer that it was written from', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (parts) => {
      const mapping = readMapping(pointerText(parts))
      expect(mapping).toEqual({ kind: 'pointer', parts })
      expect(partsOfPointer(pointerText(parts))).toEqual(parts)
    }),
  )
})

test('reads anything without throwing, and fills only what has no fault', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (written) => {
      const faults: MappingFault[] = []
      const mapping = readMapping(written, faults)
      if (faults.length === 0) fillMapping(mapping, source)
      for (const { parts } of pointersIn(mapping)) expect(parts.length).toBeGreaterThan(0)
      if (typeof written === 'string' && !written.startsWith('/')) expect(faults).toHaveLength(1)
    }),
  )
})
