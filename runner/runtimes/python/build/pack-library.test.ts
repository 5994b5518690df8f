import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { need } from '../../../../scripts/testing/needs.ts'

const hasPython = spawnSync('python3', ['-c', 'import zoneinfo']).status === 0
const needsPython = need(hasPython, 'Python 3.9 or later', 'install python3')

let folder = ''
const write = (path: string, content: string | Buffer) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content)
}
const pack = (name: string): string => {
  const target = join(folder, name)
  execFileSync('python3', [
    join(import.meta.dirname, 'pack-library.py'),
    join(folder, 'lib'),
    join(folder, 'zones'),
    target,
  ])
  return target
}
/** The output of a program that has no other library for its time zones. */
const python = (zip: string, program: string): string =>
  execFileSync('python3', ['-c', `import sys\nsys.path.insert(0, sys.argv[1])\n${program}`, zip], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONTZPATH: '' },
  }).trim()

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'travel-library-'))
  write('lib/greeting/__init__.py', "text = 'hello'\n")
  write('lib/greeting/tests/__init__.py', '')
  write('lib/turtle.py', '')
  write('zones/Nowhere/Far/Town', zoneFile('NWT', 3))
  write('zones/Plain', zoneFile('PLN', 0))
  write('zones/right/Plain', zoneFile('PLN', 0))
  write('zones/zone.tab', 'a table\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A zone with one offset, in the format of RFC 9636. */
function zoneFile(name: string, hours: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('TZif2')
  header.writeUInt32BE(1, 36)
  header.writeUInt32BE(name.length + 1, 40)
  const offset = Buffer.alloc(6)
  offset.writeInt32BE(hours * 3600)
  const block = Buffer.concat([header, offset, Buffer.from(`${name}\0`)])
  return Buffer.concat([block, block, Buffer.from(`\n${name}${-hours}\n`)])
}

test('the same inputs give the same bytes', needsPython, () => {
  expect(readFileSync(pack('once.zip')).equals(readFileSync(pack('again.zip')))).toBe(true)
})

test('holds compiled modules without their tests, and zones without tables and leap seconds', needsPython, () => {
  const names = python(pack('names.zip'), 'import zipfile\nprint(*zipfile.ZipFile(sys.argv[1]).namelist())').split(' ')
  expect(names).toEqual([
    'greeting/__init__.pyc',
    '_sysconfigdata__wasi_wasm32-wasi.pyc',
    'tzdata/__init__.pyc',
    'tzdata/zoneinfo/__init__.pyc',
    'tzdata/zoneinfo/Nowhere/__init__.pyc',
    'tzdata/zoneinfo/Nowhere/Far/__init__.pyc',
    'tzdata/zoneinfo/Nowhere/Far/Town',
    'tzdata/zoneinfo/Plain',
    'tzdata/zones',
  ])
})

test('zoneinfo finds the zones, also those of nested regions, and lists them', needsPython, () => {
  const zip = pack('zones.zip')
  const offset = "print(datetime.datetime(2030, 1, 1, tzinfo=zoneinfo.ZoneInfo('Nowhere/Far/Town')).utcoffset())"
  expect(python(zip, `import datetime, zoneinfo\n${offset}`)).toBe('3:00:00')
  expect(python(zip, 'import zoneinfo\nprint(*sorted(zoneinfo.available_timezones()))')).toBe('Nowhere/Far/Town Plain')
})

test.each(['Nowhere', 'Nowhere/Far', 'Nowhere/Else', 'Else/Where'])('zoneinfo has no zone %s', needsPython, (name) => {
  const program = `
import zoneinfo
try:
    zoneinfo.ZoneInfo('${name}')
except zoneinfo.ZoneInfoNotFoundError:
    print('not found')`
  expect(python(pack('missing.zip'), program)).toBe('not found')
})
