import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lookAtMachine } from './machine.ts'

let root = ''
const write = async (path: string, text: string) => {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'travel-machine-'))
  await write('etc/os-release', 'NAME="Debian GNU/Linux"\nVERSION_CODENAME=bookworm\nID=debian\n')
  await write('usr/sbin/debootstrap', '')
  await chmod(join(root, 'usr/sbin/debootstrap'), 0o755)
  await write(
    'etc/apt/sources.list.d/debian.sources',
    'Types: deb\nURIs: http://m.example/debian\nSuites: bookworm\nComponents: main\n',
  )
})
afterEach(() => rm(root, { recursive: true, force: true }))

test('accepts a Debian machine with root and a mirror', async () => {
  expect(await lookAtMachine({ root, uid: 0 })).toMatchObject({
    kind: 'debian',
    mirror: { suite: 'bookworm', sources: [{ uri: 'http://m.example/debian' }] },
  })
})

test.each([
  ['it is not Debian', () => write('etc/os-release', 'ID=fedora\nVERSION_CODENAME=x\n'), 0, 'not Debian', 'registry'],
  ['its release is unknown', () => rm(join(root, 'etc/os-release')), 0, 'not Debian', 'registry'],
  ['debootstrap is missing', () => rm(join(root, 'usr/sbin/debootstrap')), 0, 'debootstrap', 'apt-get install'],
  ['it is not root', async () => {}, 1000, 'root', 'sudo'],
  ['there is no mirror', () => rm(join(root, 'etc/apt'), { recursive: true }), 0, 'no mirror', 'deb http'],
])('when %s, reports why and names a remedy', async (_, change, uid, reason, remedy) => {
  await change()
  const machine = await lookAtMachine({ root, uid })
  expect(machine).toEqual({
    kind: 'unfit',
    reason: expect.stringContaining(reason),
    remedy: expect.stringContaining(remedy),
  })
})
