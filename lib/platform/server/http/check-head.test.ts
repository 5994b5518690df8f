import fc from 'fast-check'
import { expect, it } from 'vitest'
import { appMethods, checkHead } from './check-head.ts'

const headOf = (...pairs: [name: string, value: string][]) => ({
  method: 'GET',
  rawHeaders: pairs.flat(),
  headers: Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value])),
})
const fieldOf = (...pairs: [name: string, value: string][]) =>
  Object.keys(checkHead(headOf(...pairs))?.error.details ?? {})[0]

it('refuses two Host headers in any spelling, even equal ones', () => {
  expect(fieldOf(['Host', 'a'], ['Accept', 'host'], ['hOST', 'a'])).toBe('host')
  expect(fieldOf(['Host', 'host'], ['Accept', 'Host'])).toBeUndefined()
})

const state = ['', { children: ['sign-in', { children: [['id', '7', 'd', null], {}] }] }, null, null, 16]

it('accepts a router state', () => {
  expect(fieldOf(['Next-Router-State-Tree', encodeURIComponent(JSON.stringify(state))])).toBeUndefined()
})

it.each([
  '',
  'garbage',
  '%',
  '[]',
  '{}',
  '[""]',
  '["",{"a":1}]',
  '[7,{}]',
  '["",{},null,null,true]',
  '["",{}], ["",{}]',
  'null',
])('refuses %j as a router state', (value) => {
  expect(fieldOf(['next-router-state-tree', value])).toBe('next-router-state-tree')
})

it('never throws, whatever the header', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json({ maxDepth: 20 })), (value) => {
      checkHead(headOf(['next-router-state-tree', value]))
    }),
  )
  const deep = `${'["",{"a":'.repeat(5_000)}["",{}]${'}]'.repeat(5_000)}`
  expect(() => checkHead(headOf(['next-router-state-tree', deep]))).not.toThrow()
})

it.each(['TRACE', 'PROPFIND', 'QUERY', 'M-SEARCH', undefined])(
  'refuses the method %s and lists the allowed ones',
  (method) => {
    expect(checkHead({ ...headOf(['Host', 'a']), method })).toMatchObject({
      error: { code: 'METHOD_NOT_ALLOWED' },
      allow: 'GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE',
    })
  },
)

it.each(appMethods)('lets %s through', (method) => {
  expect(checkHead({ ...headOf(['Host', 'a']), method })).toBeUndefined()
})
