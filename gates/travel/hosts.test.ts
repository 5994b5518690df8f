import { expect, it } from 'vitest'
import { maxText } from '../scanned-text.ts'
import { findHosts } from './hosts.ts'

it.each(['\n', '\r', ' '])('reads a run of %j in a shell script once, and leaves out comments behind it', (blank) => {
  const rest = '\n\t# https://c.io/\ncurl https://a.io/ # https://b.io/\n'
  const script = blank.repeat(maxText - rest.length) + rest
  const found = findHosts(new Map([['a.sh', Buffer.from(script)]]))
  expect(found.map(({ host }) => host)).toEqual(['a.io', 'b.io'])
})
