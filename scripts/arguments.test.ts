import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runHere } from '#lib/cli/testing/run-command.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { readArguments } from './arguments.ts'

const read = (given: readonly string[]) => readArguments(known, { given }).options
const known = { port: 'text', host: 'text', dev: 'flag' } as const

it('accepts at most the given number of arguments', () => {
  expect(readArguments(known, { given: ['name', '--dev'], maxWords: 1 })).toEqual({
    options: { dev: true },
    words: ['name'],
  })
  expect(() => readArguments(known, { given: ['name', 'other'], maxWords: 1 })).toThrow('Unknown argument "other"')
})

it('reads flags, and options with a value in both notations', () => {
  expect(read([])).toEqual({})
  expect(read(['--port', '4000', '--dev'])).toEqual({ port: '4000', dev: true })
  expect(read(['--port=4000', '--host=::1'])).toEqual({ port: '4000', host: '::1' })
})

it.each([
  [['--prot', '4000'], 'Unknown option --prot. Did you mean --port?'],
  [['--hots=::1'], 'Did you mean --host?'],
  [['--verbose'], 'Unknown option --verbose. Known options: --port <port>, --host <host>, --dev.'],
  [['-p', '4000'], 'Unknown option -p.'],
  [['--constructor'], 'Unknown option --constructor.'],
  [['--port'], '--port needs a value.'],
  [['--port='], '--port needs a value.'],
  [['--dev=yes'], '--dev takes no value.'],
  [
    ['4000'],
    'Unknown argument "4000". Known options: --port <port>, --host <host>, --dev. With npm, put options after two dashes',
  ],
])('rejects %j', (given, sentence) => {
  expect(() => read(given)).toThrow(sentence)
})

it('rejects every unknown argument and option', () => {
  // `-h` prints the help and ends the process.
  const unknown = fc.string({ minLength: 1 }).filter((text) => !/^(--?$|-h|--(help|port|host|dev))/.test(text))
  fc.assert(
    fc.property(unknown, (text) => {
      expect(() => read([text])).toThrow(/Unknown option|Unknown argument/)
    }),
  )
})

it.each([
  'start.ts',
  'build.ts',
  'validate.ts',
  'generate.ts',
  'up.ts',
  'test.ts',
  'prisma/check.ts',
  'prisma/migrate.ts',
  'security/evidence.ts',
])('%s rejects an unknown option before it does any work', (script) => {
  const run = spawnSync(process.execPath, [join('scripts', script), '--no-such'], {
    cwd: findProjectRoot(),
    encoding: 'utf8',
  })
  expect(run.stderr).toContain('Unknown option --no-such.')
  expect(run.stdout).toBe('')
  expect(run.status).toBe(1)
})

it('--help prints the options and does no work', () => {
  const run = spawnSync(process.execPath, [join('scripts', 'up.ts'), '--help'], {
    cwd: findProjectRoot(),
    encoding: 'utf8',
  })
  expect(run).toMatchObject({
    stdout: 'Known options: --port <port>, --host <host>, --role <role>.\n',
    stderr: '',
    status: 0,
  })
})

it.each([
  [['bakcup'], /unknown command 'bakcup'\s+\(Did you mean backup\?\)/],
  [['db', 'deply'], /unknown command 'deply'\s+\(Did you mean deploy\?\)/],
  [['backup', 'a', 'b'], /too many arguments/],
  [['skill', 'run', 'hello', '--input', 'x', '--jsno'], /unknown option '--jsno'\s+\(Did you mean --json\?\)/],
  [['db', 'status', '--yes'], /unknown option '--yes'/],
])('the command line rejects %j', async (given, sentence) => {
  expect(await runHere(given)).toMatchObject({ code: 2, err: expect.stringMatching(sentence) })
})
