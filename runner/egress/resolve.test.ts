import type { LookupAddress } from 'node:dns'
import { expect, it } from 'vitest'
import { classifyAddress } from './address-policy.ts'
import { checkedLookup, EgressRefused, isRefused, sharedResolve } from './resolve.ts'

const look = (addresses: readonly string[] | Error | string, all: boolean) =>
  new Promise<unknown>((resolve) => {
    const answer = async () => {
      if (!Array.isArray(addresses)) throw addresses
      return addresses
    }
    checkedLookup(answer, classifyAddress)('a.example', { all }, (error, found: string | LookupAddress[], family) =>
      resolve(error ?? (all ? found : [found, family])),
    )
  })

it('gives a socket the checked addresses with their families, or the first', async () => {
  const both = ['1.1.1.1', '2606:4700::1111']
  expect(await look(both, true)).toEqual([
    { address: '1.1.1.1', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ])
  expect(await look(both, false)).toEqual(['1.1.1.1', 4])
  expect(await look(both.toReversed(), false)).toEqual(['2606:4700::1111', 6])
})

it('fails for no address, for a forbidden one beside others, and for a failed lookup', async () => {
  expect(await look([], true)).toEqual(new Error('a.example has no address'))
  expect(await look([], false)).toEqual(new Error('a.example has no address'))
  const refused = await look(['1.1.1.1', '10.0.0.1'], true)
  expect([isRefused(refused), String(refused)]).toEqual([true, 'Error: a.example resolves to 10.0.0.1: private'])
  const failed = new Error('no server')
  expect(await look(failed, true)).toBe(failed)
  expect(await look('no server', true)).toEqual(failed)
})

it('recognises a refusal by its code, whatever wraps it', () => {
  expect(isRefused(new EgressRefused('x'))).toBe(true)
  expect(isRefused(Object.assign(new Error('x'), { code: 'EGRESS_REFUSED' }))).toBe(true)
  const others = [new Error('x'), Object.assign(new Error('x'), { code: 'OTHER' }), { code: 'EGRESS_REFUSED' }, null]
  for (const other of others) expect(isRefused(other)).toBe(false)
})

it('shares one lookup of a name while it runs, and looks again afterwards', async () => {
  const asked: string[] = []
  const answers = Promise.withResolvers<readonly string[]>()
  const resolve = sharedResolve((host) => {
    asked.push(host)
    return answers.promise
  })
  const both = [resolve('a.example'), resolve('a.example'), resolve('b.example')]
  expect(asked).toEqual(['a.example', 'b.example'])
  answers.resolve(['1.1.1.1'])
  await Promise.all(both)
  await resolve('a.example')
  expect(asked).toEqual(['a.example', 'b.example', 'a.example'])
})
