import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { debianMirror, readAptSources } from './apt-sources.ts'

const list = (text: string) => readAptSources([{ name: 'sources.list', text }])
const sources = (text: string) => readAptSources([{ name: 'debian.sources', text }])

describe("apt's sources", () => {
  test('are read from one-line entries', () => {
    const text = `# deb http://commented.example/debian bookworm main
deb http://first.example/debian bookworm main contrib # a comment
deb-src http://first.example/debian bookworm main
  deb [ arch=amd64 signed-by=/etc/apt/keyrings/ours.asc ] https://mirror.example/debian bookworm-updates main
deb cdrom:[Debian]/ bookworm main
deb
`
    expect(list(text)).toEqual([
      { uri: 'http://first.example/debian', suite: 'bookworm', components: ['main', 'contrib'], keyring: undefined },
      {
        uri: 'https://mirror.example/debian',
        suite: 'bookworm-updates',
        components: ['main'],
        keyring: '/etc/apt/keyrings/ours.asc',
      },
      { uri: 'cdrom:[Debian]/', suite: 'bookworm', components: ['main'], keyring: undefined },
    ])
  })

  test('are read from deb822 stanzas', () => {
    const text = `Types: deb deb-src
# a comment
URIs: http://first.example/debian
Suites: bookworm
  bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://off.example/debian
Suites: bookworm
Components: main
Enabled: no

types: deb
uris: http://key.example/debian
suites: bookworm
components: main
signed-by:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc
`
    const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'
    const main = { uri: 'http://first.example/debian', components: ['main'], keyring }
    expect(sources(text)).toEqual([
      { ...main, suite: 'bookworm' },
      { ...main, suite: 'bookworm-updates' },
      { uri: 'http://key.example/debian', suite: 'bookworm', components: ['main'], keyring: undefined },
    ])
  })

  test('are not read from files that apt ignores', () => {
    expect(readAptSources([{ name: 'old.list.save', text: 'deb http://a.example/debian bookworm main' }])).toEqual([])
  })

  test('never make the reader throw, whatever the text', () => {
    const text = fc.array(fc.oneof(fc.string(), fc.constantFrom('deb ', 'Types: deb', '\n', ' ', 'URIs: x', '[', ']')))
    fc.assert(
      fc.property(text, (parts) => {
        for (const each of [list, sources])
          for (const { uri, suite } of each(parts.join(''))) expect(uri && suite).toBeTruthy()
      }),
    )
  })
})

describe("Debian's mirror", () => {
  const machine = `deb https://apt.other.example bookworm stable
deb cdrom:[x]/ bookworm main
deb http://mirror.example/debian bookworm main
deb http://mirror.example/debian bookworm-updates main
deb http://mirror.example/security bookworm-security main
deb http://pgdg.example bookworm-pgdg main
deb http://mirror.example/debian bookworm-backports main
`

  test('has the release itself, its updates and its security fixes', () => {
    const mirror = debianMirror(list(machine), 'bookworm')
    expect(mirror?.sources.map(({ uri, suite }) => `${uri} ${suite}`)).toEqual([
      'http://mirror.example/debian bookworm',
      'http://mirror.example/debian bookworm-updates',
      'http://mirror.example/security bookworm-security',
    ])
  })

  test('is missing if no source is for this release', () => {
    expect(debianMirror(list(machine), 'trixie')).toBeUndefined()
    expect(debianMirror([], 'bookworm')).toBeUndefined()
  })
})
