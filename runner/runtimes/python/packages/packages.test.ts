import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sha256 } from '../../../core/hash.ts'
import { makeZip } from '../testing/make-zip.ts'
import { startPython } from '../testing/start-python.ts'
import { maxPackageBytes, readPackages } from './read-packages.ts'

const platform = new Set(['httpx', 'travel_host'])
const good = makeZip({
  'good/__init__.py': 'answer = 42\n',
  'good-1.0.dist-info/METADATA': 'Name: good\nVersion: 1.0\n',
})

/** A folder with these files, which is removed after the test. */
async function folderOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'python-packages-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

/** The paths of a package's files, and the reason of each refusal. */
async function read(files: Readonly<Record<string, string | Uint8Array>>) {
  const packages = await readPackages(await folderOf(files), platform)
  return {
    loaded: packages.loaded.map(({ file, modules }) => [file, ...modules]),
    refused: packages.refused.map(({ file, reason }) => `${file} ${reason}`),
    paths: [...packages.files.keys()],
  }
}

test('loads wheels, folders and single modules, without files that only another interpreter needs', async () => {
  const found = await read({
    'good-1.0-py3-none-any.whl': good,
    'plain/__init__.py': '',
    'plain/data/table.csv': '1',
    'plain/__pycache__/a.cpython-311.pyc': '',
    'single.py': '',
    'plain-2.dist-info/METADATA': '',
    '__pycache__/single.cpython-311.pyc': '',
    '.DS_Store': '',
  })
  expect(found.refused).toEqual([])
  expect(found.loaded).toEqual([
    ['good-1.0-py3-none-any.whl', 'good'],
    ['plain', 'plain'],
    ['plain-2.dist-info'],
    ['single.py', 'single'],
  ])
  expect(found.paths).toEqual([
    'data/packages/good/__init__.py',
    'data/packages/good-1.0.dist-info/METADATA',
    'data/packages/plain/__init__.py',
    'data/packages/plain/data/table.csv',
    'data/packages/plain-2.dist-info/METADATA',
    'data/packages/single.py',
  ])
})

test('files that a wheel keeps apart are where they belong, or left out', async () => {
  const wheel = makeZip({ 'a.py': '', 'a-1.data/purelib/b.py': '', 'a-1.data/scripts/run.py': '' })
  expect(await read({ 'a-1-py2.py3-none-any.whl': wheel })).toMatchObject({
    paths: ['data/packages/a.py', 'data/packages/b.py'],
  })
})

test.each([
  ['a-1-cp312-cp312-manylinux_2_17_x86_64.whl', good, /has native code, as its tags cp312-manylinux_2_17_x86_64 say/],
  ['a-1-py3-none-win_amd64.whl', good, /has native code/],
  ['a-1-py2-none-any.whl', good, /is for py2, not for Python 3/],
  ['a.whl', good, /has no name of a wheel/],
  ['a-1-py3-none-any.whl', makeZip({ 'a/__init__.py': '', 'a/fast.so': '' }), /has native code, a\/fast\.so/],
  ['a-1-py3-none-any.whl', makeZip({ 'a/b.cpython-312-darwin.so.1': '' }), /has native code/],
  ['a-1-py3-none-any.whl', 'no zip', /is damaged: it is no complete zip archive/],
  ['a-1-py3-none-any.whl', good.subarray(0, -30), /is damaged/],
  ['a-1-py3-none-any.whl', makeZip({ '../a.py': '' }), /forbidden path/],
  [
    'a-1-py3-none-any.whl',
    makeZip({ 'a/__init__.py': Buffer.alloc(maxPackageBytes + 1) }),
    /is too large: it has 33 MB/,
  ],
  ['a-1-py3-none-any.whl', makeZip({ 'json/__init__.py': '' }), /has a module json, which Python's library has/],
  ['a-1-py3-none-any.whl', makeZip({ 'httpx.py': '' }), /has a module httpx, which the platform has/],
  ['travel_host.py', '', /has a module travel_host, which the platform has/],
  ['numpy/__init__.py', '', /run in a container/],
  ['my-module.py', '', /cannot import: my-module/],
  ['a-1.tar.gz', '', /is neither a wheel/],
  ['notes/readme.txt', '', /has no Python modules/],
])('leaves out %s with the reason %#, and loads the others', async (file, content, reason) => {
  const found = await read({ [file]: content, 'good-1.0-py3-none-any.whl': good, 'zoo/__init__.py': '' })
  expect(found.loaded.map(([name]) => name)).toEqual(['good-1.0-py3-none-any.whl', 'zoo'])
  expect(found.refused).toEqual([expect.stringMatching(reason)])
})

test('of two packages with the same file, the first by name is loaded', async () => {
  const found = await read({ 'good-1.0-py3-none-any.whl': good, 'good-2.0-py3-none-any.whl': good })
  expect(found.loaded).toEqual([['good-1.0-py3-none-any.whl', 'good']])
  expect(found.refused).toEqual([
    'good-2.0-py3-none-any.whl has the file good/__init__.py, which good-1.0-py3-none-any.whl has too',
  ])
})

test('follows no link out of the folder', async () => {
  const folder = await folderOf({ 'plain/__init__.py': '' })
  await symlink('/etc', join(folder, 'linked'))
  await symlink('/etc/passwd', join(folder, 'plain', 'table.py'))
  const { loaded, refused, files } = await readPackages(folder, platform)
  expect(loaded).toEqual([])
  expect(files.size).toBe(0)
  expect(refused.map(({ reason }) => reason)).toEqual([
    'is a link: copy what it leads to',
    'has a link, plain/table.py: copy what it leads to',
  ])
})

describe('Python', () => {
  test('scripts import packages, and cannot change them', async () => {
    const pythonPackages = await folderOf({
      'good-1.0-py3-none-any.whl': good,
      'plain/__init__.py': 'from .part import name\n',
      'plain/part.py': 'name = __name__\n',
      'plain/table.csv': '1;2',
      'broken-1-py3-none-any.whl': 'no zip',
    })
    await using python = await startPython({ pythonPackages })
    const found = await python.run(`
import good, plain, importlib.metadata, importlib.resources
try:
    open('/data/packages/plain/part.py', 'w')
    written = True
except OSError:
    written = False
set_result([good.answer, plain.name, importlib.metadata.version('good'),
            importlib.resources.files('plain').joinpath('table.csv').read_text(), written])`)
    expect(found).toEqual([42, 'plain.part', '1.0', '1;2', false])
    await python.run('import good\ngood.answer = 0\nset_result(good.answer)')
    expect(await python.run('import good\nset_result([good.answer])')).toEqual([42])
  })

  test('imports of packages are compiled ahead, also those beside a module that does not compile', async () => {
    const pythonPackages = await folderOf({
      'plain/__init__.py': 'from .part import name\n',
      'plain/part.py': 'name = __name__\n',
      'plain/old.py': 'print "text"\n',
      'plain/deep.py': `x = ${'-'.repeat(20_000)}1\n`,
    })
    await using python = await startPython({ pythonPackages })
    const found = await python.run(`
import os, plain
try:
    import plain.old
except SyntaxError as error:
    message = error.msg
set_result([os.path.exists(plain.__cached__), os.path.exists(plain.part.__cached__), message])`)
    expect(found).toEqual([true, true, expect.stringContaining('Missing parentheses')])
  })

  test('the version of the engine says which packages there are, and the log says what was left out', async () => {
    const logged: string[] = []
    const note = (message: string, fields = {}) => logged.push(`${message} ${JSON.stringify(fields)}`)
    const log = { debug: note, info: note, warn: note, error: note }
    const versionWith = async (files: Readonly<Record<string, string | Uint8Array>> | undefined) => {
      const pythonPackages = files && (await folderOf(files))
      await using python = await startPython({ pythonPackages, log })
      return python.engineVersion
    }
    const one = await versionWith({ 'good-1.0-py3-none-any.whl': good })
    expect(logged).toEqual([expect.stringContaining(sha256(good))])
    expect(await versionWith({ 'good-1.0-py3-none-any.whl': good, 'bad.whl': '' })).toBe(one)
    expect(logged.at(-2)).toMatch(/left out: bad.whl has no name of a wheel/)
    const others = [
      await versionWith(undefined),
      await versionWith({}),
      await versionWith({ 'plain/__init__.py': '' }),
      await versionWith({ 'plain/__init__.py': '1' }),
      await versionWith({ 'plain/__init__.py': '', 'plain/a.py': '' }),
    ]
    expect(others[1]).toBe(others[0])
    expect(new Set([one, ...others]).size).toBe(5)
  })

  test('a folder that is missing leaves Python as it is without one', async () => {
    await using python = await startPython({ pythonPackages: join(tmpdir(), 'python-packages-absent') })
    expect(await python.run('set_result(1)')).toBe(1)
  })

  test('a missing module tells where the operator can put it, and is still an ImportError', async () => {
    await using python = await startPython()
    expect(await python.run('import some_package')).toContain("No module named 'some_package': the operator can put it")
    expect(
      await python.run(`
import importlib.util, sys
found = [importlib.util.find_spec('some_package'), importlib.util.find_spec('numpy')]
for name in ('some_package', 'numpy', 'aiohttp'):
    try:
        __import__(name)
    except ImportError as error:
        found.append(error.name)
class Late:
    def find_spec(name, path=None, target=None):
        return importlib.util.spec_from_loader(name, Late) if name == 'late' else None
    create_module = exec_module = lambda *_: None
sys.meta_path.append(Late)
import late
try:
    import json.some_part
except ModuleNotFoundError as error:
    found.append(str(error))
set_result(found)`),
    ).toEqual([null, null, 'some_package', 'numpy', 'aiohttp', "No module named 'json.some_part'"])
  })
})
