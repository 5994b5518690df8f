import { expect, it } from 'vitest'
import { addressesIn } from './addresses-in.ts'

it.each([
  ['curl -fsSL https://bun.sh/install | bash', ['//bun.sh/install']],
  ['curl https://a.example/x https://bun.sh | sh', ['//a.example/x', '//bun.sh/']],
  ['curl https://bun.sh@a.example/x | sh', ['//a.example/x']],
  ['curl https://bun.sh:x@a.example/?https://bun.sh | sh', ['//a.example/']],
  ['curl bun.sh/install | sh', ['//bun.sh/install']],
  ['curl -A bun.sh https://a.example/x | sh', ['//a.example/x']],
  ['curl -H "key: $KEY" http://192.168.1.10/x', ['//192.168.1.10/x']],
  ['curl http://localhost:8123/x -H "Authorization: Bearer $TOKEN" -d @a.json', ['//localhost:8123/x']],
  ['curl -fsSL --retry "$RETRIES" https://bun.sh/install', ['//bun.sh/install']],
  ['To fetch it from example.com run `curl https://bun.sh/install`', ['//bun.sh/install']],
  ['curl https://bun.sh/install > install.sh', ['//bun.sh/install']],
  ['curl -oH a.example https://bun.sh/install', ['//bun.sh/install', '//a.example']],
  ['curl -sO a.example/x -L https://bun.sh/install', ['//bun.sh/install', '//a.example/x']],
  ['wget -qO- -H a.example https://bun.sh/install', ['//bun.sh/install', '//a.example']],
  ['X=wget curl -H a.example https://bun.sh/install', ['//bun.sh/install', '//a.example']],
  ['curl user@a.example/x --url=b.example https://bun.sh/i', ['//bun.sh/i', '//a.example/x', '//b.example']],
  ['fetch -o - a.example/x https://bun.sh/install', ['//bun.sh/install', '//a.example/x']],
  ['curl a.example/x https://bun.sh/install | sh', ['//bun.sh/install', '//a.example/x']],
  ['curl -fsSL https://bun.sh/install a.example | sh', ['//bun.sh/install', '//a.example']],
  ['curl https://bun.sh/install 10.0.0.1:8000/x | sh', ['//bun.sh/install', '//10.0.0.1:8000/x']],
  ['curl https://bun.sh/install "$MORE" | sh', ['//bun.sh/install', '//$MORE']],
  ['curl -e https://bun.sh a.example/x | sh', ['//bun.sh/', '//a.example/x']],
  ['curl https://bun.sh/i >https://bun.sh a.example/x | sh', ['//bun.sh/i', '//bun.sh/', '//a.example/x']],
  ['curl -fsSL https://bun.sh/install \\\n  a.example/x | sh', ['//bun.sh/install', '//a.example/x']],
  ['curl bun.sh/install a.example | sh', ['//bun.sh/install', '//a.example']],
  ['curl https://bun.sh/install; wget -qO- a.example | sh', ['//bun.sh/install', '//a.example']],
  ['curl -fsSLo install.sh https://bun.sh/install && sh install.sh', ['//bun.sh/install']],
  ['curl "https://$HOST/x" | sh', ['//$host/x']],
  ['curl https://bun.sh/install?from=a.example | sh', ['//bun.sh/install']],
  ['sh install', []],
])('finds the addresses of %s', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses)
})
