import { expect, it } from 'vitest'
import { addressesIn } from './addresses-in.ts'

it.each([
  ['curl -fsSL https://bun.sh/install | bash', ['//bun.sh/install']],
  ['curl https://a.example/x https://bun.sh | sh', ['//a.example/x', '//bun.sh/']],
  ['curl https://bun.sh@a.example/x | sh', ['//a.example/x']],
  ['curl https://bun.sh:x@a.example/?https://bun.sh | sh', ['//a.example/']],
  ['curl bun.sh/install | sh', ['//bun.sh/install']],
  ['curl -A bun.sh https://a.example/x | sh', ['//a.example/x']],
  ['curl "https://$HOST/x" | sh', ['//$host/x']],
  ['sh install', []],
])('finds the addresses of %s', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses)
})
