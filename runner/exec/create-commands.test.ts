import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, mkdtempDisposable, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { need, needs } from '../../scripts/testing/needs.ts'
import type { CommandRequest } from '../core/ports.ts'
import { type LogLine, recordingLog } from '../egress/testing/engine-fixture.ts'
import { withFairKey } from '../queue/fair-key.ts'
import { silentLog } from '../runtimes/quickjs/testing/silent-log.ts'
import type { OwnCommand } from './bubblewrap.ts'
import { createCommands } from './create-commands.ts'
import { type FoundProgram, findProgram } from './find-program.ts'
import type { MemoryGroup } from './memory-groups.ts'

const request = (name: string, args: readonly string[] = [], more: Partial<CommandRequest> = {}): CommandRequest => ({
  name,
  args,
  stdin: '',
  timeoutMs: 60_000,
  maxOutputBytes: 100_000,
  acts: false,
  signal: new AbortController().signal,
  ...more,
})
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const commands = createCommands({ log: silentLog })
const probe = await commands.run(request('true'))
const why = probe.kind === 'refused' ? probe.message : ''
const needsSandbox = need(probe.kind === 'ended', 'bubblewrap', `install the package bubblewrap (${why})`)
const perl = await commands.run(request('perl', ['-e', '1']))
const needsPerl = need(perl.kind === 'ended', 'perl', 'install the package perl-base')

async function run(name: string, args: readonly string[] = [], more: Partial<CommandRequest> = {}) {
  const ended = await commands.run(request(name, args, more))
  return ended.kind === 'ended' ? { ...ended, stdout: textOf(ended.stdout), stderr: textOf(ended.stderr) } : ended
}

test('tells whether programs run and how their memory is limited, and logs it once', async () => {
  const lines: LogLine[] = []
  const log = recordingLog(lines)
  const find = async () => ({ ok: false, why: 'is not there' }) as const
  const without = createCommands({ log, find })
  expect(without.status()).toEqual({ status: 'starting' })
  await without.open()
  await without.open()
  expect(without.status()).toEqual({ status: 'off', reason: 'bubblewrap (bwrap) is not there' })
  expect(lines).toHaveLength(1)
})

test('a failed search for a program is repeated at the next command', async () => {
  let isBroken = true
  const find = async (name: string) => {
    if (isBroken) throw new Error('too many open files')
    return { ok: false, why: `is not there: ${name}` } as const
  }
  const of = createCommands({ log: silentLog, find })
  expect(await of.run(request('curl'))).toMatchObject({ message: 'curl could not be started' })
  isBroken = false
  expect(await of.run(request('curl'))).toMatchObject({ message: 'curl is not there: curl' })
})

test('a command waits for no command of another caller, who has 300 waiting; an ended execution waits no longer', async () => {
  const started: string[] = []
  const hold = Promise.withResolvers<FoundProgram>()
  const find = (name: string) => {
    started.push(name)
    return hold.promise
  }
  const of = createCommands({ log: silentLog, find })
  const ends = new AbortController()
  const flood = withFairKey('a', () => Array.from({ length: 300 }, (_, n) => of.run(request(`a${n}`))))
  const ended = withFairKey('a', () => of.run(request('ended', [], { signal: ends.signal })))
  const other = withFairKey('b', () => of.run(request('b')))
  ends.abort()
  expect(await ended).toMatchObject({ kind: 'refused', name: 'AbortError' })
  hold.resolve({ ok: false, why: 'is not there' })
  expect(await other).toMatchObject({ name: 'CommandUnavailable' })
  await Promise.all(flood)
  expect(started.filter((name) => /^(a\d+|b)$/.test(name)).indexOf('b')).toBe(3)
})

/** The processes of this machine whose command line contains the text. */
const runningWith = (text: string) =>
  execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(text))

/** A process that was killed may live on until a busy machine ends it. */
const allEnded = (text: string) => vi.waitUntil(() => runningWith(text).length === 0, { timeout: 30_000 })

describe('in bubblewrap', needsSandbox, () => {
  test('says whether the memory of programs is measured, and why no group of the kernel limits it', async () => {
    const lines: LogLine[] = []
    const of = createCommands({ log: recordingLog(lines), openGroups: async () => ({ ok: false, why: 'none here' }) })
    await of.open()
    expect(of.status()).toEqual({ status: 'on', memory: 'measured' })
    expect(JSON.stringify(lines)).toContain('"noGroups":"none here"')
  })

  describe('with groups of the kernel', () => {
    const made = (memory: Partial<MemoryGroup> = {}) => {
      const happened: string[] = []
      const group: MemoryGroup = {
        add: async (pid) => void happened.push(readFileSync(`/proc/${pid}/comm`, 'utf8').trim()),
        isOverrun: async () => false,
        [Symbol.asyncDispose]: async () => void happened.push('removed'),
        ...memory,
      }
      const groups = { make: async () => group }
      const of = createCommands({ log: silentLog, openGroups: async () => ({ ok: true, groups }) })
      return { of, happened }
    }

    test('a program starts only in its group, which is then removed, and keeps its filter of system calls', async () => {
      const { of, happened } = made()
      await of.open()
      expect(of.status()).toEqual({ status: 'on', memory: 'cgroup' })
      happened.length = 0
      const ended = await of.run(
        request('sh', ['-c', 'grep Seccomp: /proc/self/status; readlink /proc/$$/fd/3 || echo closed']),
      )
      if (ended.kind !== 'ended') throw new Error(ended.message)
      expect(textOf(ended.stdout)).toBe('Seccomp:\t2\nclosed\n')
      expect(happened).toEqual(['sh', 'removed'])
    })

    test('a program that cannot be put into its group never starts', async () => {
      let isBroken = false
      const add = async () => {
        if (isBroken) throw new Error('no such group')
      }
      const { of, happened } = made({ add })
      await of.open()
      isBroken = true
      const ended = await of.run(request('echo', ['started']))
      expect(ended).toMatchObject({ kind: 'refused', name: 'CommandUnavailable' })
      expect(happened.at(-1)).toBe('removed')
    })

    test('what the kernel ended at the limit is the same refusal as a measured excess', async () => {
      let isOverrun = false
      const { of } = made({ isOverrun: async () => isOverrun })
      await of.open()
      isOverrun = true
      const message = `it used more than ${1024 ** 3} bytes and was ended`
      expect(await of.run(request('true'))).toEqual({ kind: 'refused', name: 'OutOfMemory', message })
      // A program that took too long is refused for that.
      const slow = await of.run(request('sleep', ['60'], { timeoutMs: 300 }))
      expect(slow).toMatchObject({ name: 'TimeoutError' })
    })
  })

  test('runs a program with its arguments and its input, and returns its output and code', async () => {
    expect(await run('cat', ['-'], { stdin: 'Zürich ✓' })).toMatchObject({ kind: 'ended', code: 0, stdout: 'Zürich ✓' })
    expect(await run('false')).toMatchObject({ kind: 'ended', code: 1 })
    expect(await run('sh', ['-c', 'kill -9 $$'])).toMatchObject({ kind: 'ended', code: 137 })
  })

  test.each(['$(id)', '`id`', '; id', '| id', '&& id', '> /tmp/x', '$HOME', '*', '\' "', '\n', '--', '\\', '~'])(
    'passes shell metacharacters as text: %j',
    async (text) => {
      expect(await run('printf', ['%s', text])).toMatchObject({ code: 0, stdout: text })
    },
  )

  test('does not pass the environment of the app', async () => {
    process.env.TRAVEL_TEST_OF_EXEC = 'secret'
    const { stdout } = { stdout: '', ...(await run('env')) }
    delete process.env.TRAVEL_TEST_OF_EXEC
    const lines = stdout.trim().split('\n').sort()
    expect(lines).toEqual([
      'HOME=/sandbox',
      'LANG=C.UTF-8',
      'NODE_ENV=production',
      'PATH=/usr/bin:/bin',
      'PWD=/sandbox',
    ])
  })

  test('does not pass file descriptors that the app inherited from its parent process', async () => {
    const module = join(import.meta.dirname, 'create-commands.ts')
    const inner = `
      const { createCommands } = await import(${JSON.stringify(module)})
      const log = { debug() {}, info() {}, warn() {}, error() {} }
      const request = { name: 'ls', args: ['-l', '/proc/self/fd'], stdin: '', timeoutMs: 60_000, maxOutputBytes: 10_000, acts: false }
      const ended = await createCommands({ log }).run({ ...request, signal: new AbortController().signal })
      process.stdout.write(ended.stdout)`
    // Node itself closes only the first inherited descriptors, up to a gap.
    const stdio = Array.from({ length: 41 }, (_, at) => (at === 1 ? 'pipe' : at === 40 ? 2 : 'ignore'))
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', inner], { stdio, encoding: 'utf8' })
    const listed = new Map([...stdout.matchAll(/ (\d+) -> (\S+)/g)].map(([, name, target]) => [Number(name), target]))
    for (const name of [0, 1, 2]) expect(listed.get(name)).toMatch(/^(socket|pipe):/)
    expect(listed.get(3)).toMatch(/^\/proc\/\d+\/fd$/)
    expect(listed.get(40)).toBe('/dev/null')
    // The parent process of this test may have left further descriptors open.
    expect([...listed].filter(([name, target]) => name > 3 && target !== '/dev/null')).toEqual([])
  })

  test('starts every program in an empty folder, and discards its files at the end', async () => {
    expect(await run('sh', ['-c', 'pwd; ls -A; echo x > left; echo x > /tmp/left'])).toMatchObject({
      stdout: '/sandbox\n',
    })
    expect(await run('sh', ['-c', 'ls -A . /tmp'])).toMatchObject({ stdout: '.:\n\n/tmp:\n' })
  })

  test.each([
    ['the project', process.cwd()],
    ['passwords', '/etc/shadow'],
    ['accounts', '/etc/passwd'],
    ['homes', '/root'],
    ['processes of the machine through /proc', `/proc/${process.pid}/environ`],
    ['the root folder of its parent process', '/proc/1/root/etc/passwd'],
    ['logs', '/var/log'],
    ['disks', '/dev/sda'],
    ['the Docker engine', '/var/run/docker.sock'],
  ])('hides %s', async (_, path) => {
    expect(await run('cat', [path])).toMatchObject({ kind: 'ended', code: 1, stdout: '' })
    expect(await run('ls', [path])).toMatchObject({ kind: 'ended', code: 2, stdout: '' })
  })

  test('hides an app that is installed below /usr, except the modules of its own command', needs.root, async () => {
    await using made = await mkdtempDisposable('/usr/local/travel-app-')
    const app = made.path
    await chmod(app, 0o755)
    const [secret, module] = [join(app, '.env'), join(app, 'tool.mjs')]
    await writeFile(secret, 'secret', { mode: 0o644 })
    await writeFile(module, `import { readdirSync } from 'node:fs'; console.log(readdirSync(${JSON.stringify(app)}))`)
    const tool: OwnCommand = { script: module, modules: [module], env: {}, envToAct: {}, paths: [], network: false }
    const installed = createCommands({ own: { tool }, hidden: [app], log: silentLog })
    const outputOf = async (name: string, args: readonly string[] = []) => {
      const ended = await installed.run(request(name, args))
      return ended.kind === 'ended' ? textOf(ended.stdout) : ended.message
    }
    expect(await run('cat', [secret])).toMatchObject({ stdout: 'secret' })
    expect(await outputOf('cat', [secret])).toBe('')
    expect(await outputOf('ls', ['-A', app])).toBe('')
    expect(await outputOf('sh', ['-c', `echo x > ${app}/x && echo wrote`])).toBe('')
    expect(await outputOf('tool')).toBe("[ 'tool.mjs' ]\n")
  })

  test.each([
    ['writing to a system folder', 'echo x > /usr/bin/x'],
    ['mounting a file system', 'mount -t tmpfs none /usr'],
    ['switching to another user', 'setpriv --reuid=0 id'],
    ['changing the root folder', 'PATH=$PATH:/usr/sbin chroot / id'],
    ['creating a device', 'mknod disk b 8 0'],
    ['writing a file that is too large', 'head -c 30000000 /dev/zero > large'],
    ['setting the clock', 'date -s 2000-01-01'],
    ['creating namespaces', 'unshare --user --map-root-user true'],
  ])('prevents a program from %s', async (_, script) => {
    const ended = await run('sh', ['-c', script])
    if (ended.kind !== 'ended') throw new Error(ended.message)
    expect(ended.code).not.toBe(0)
    // The program was found and started.
    expect(ended.stderr).not.toMatch(/not found/)
  })

  test('gives a program no network', async () => {
    const listed = await run('cat', ['/proc/net/dev'])
    expect('stdout' in listed && listed.stdout.match(/^ *[\w.]+:/gm)?.map((name) => name.trim())).toEqual(['lo:'])
  })

  test('hides the processes outside the sandbox', async () => {
    const listed = await run('sh', ['-c', 'ls -d /proc/[0-9]* | wc -l'])
    expect('stdout' in listed && Number(listed.stdout)).toBeLessThan(8)
  })

  test('ends a program that prints 1 GB', async () => {
    const ended = await run('head', ['-c', '1000000000', '/dev/zero'])
    expect(ended).toMatchObject({ kind: 'refused', name: 'OutputTooLarge' })
    await allEnded('1000000000')
  })

  test('ends a program that exceeds its time limit, with all its child processes', async () => {
    const script = 'sleep 98761 & setsid sleep 98761 & (trap "" TERM HUP INT; sleep 98761) & sleep 98761'
    expect(await run('sh', ['-c', script], { timeoutMs: 500 })).toMatchObject({ kind: 'refused', name: 'TimeoutError' })
    await allEnded('sleep 98761')
  })

  test('ends the processes that a program leaves behind, even a daemon that keeps its output open', async () => {
    const script = 'setsid sh -c "trap \\"\\" HUP TERM; sleep 98762" & sleep 98762 & echo done'
    expect(await run('sh', ['-c', script])).toMatchObject({ kind: 'ended', code: 0, stdout: 'done\n' })
    await allEnded('sleep 98762')
  })

  test('ends a program when its execution ends, and starts no further program', async () => {
    const controller = new AbortController()
    const running = run('sh', ['-c', 'yes | head -c 1000; sleep 98763'], { signal: controller.signal })
    controller.abort()
    expect(await running).toMatchObject({ kind: 'refused', name: 'AbortError' })
    expect(await run('true', [], { signal: controller.signal })).toMatchObject({ name: 'AbortError' })
    await allEnded('sleep 98763')
  })

  test('ends a fork bomb with all its processes', async () => {
    const bomb = await run('sh', ['-c', 'b() { sleep 98765 & b | b & }; b & exec sleep 98765'], { timeoutMs: 3000 })
    expect(bomb).toMatchObject({ kind: 'refused', name: 'TimeoutError' })
    const loop = await run('sh', ['-c', 'while :; do sleep 98765 & done'])
    expect(loop).toMatchObject({ kind: 'ended', code: 2, stderr: expect.stringMatching(/fork/i) })
    await allEnded('sleep 98765')
  })

  test('limits the processes of each program separately', async () => {
    const start = (count: number) =>
      `n=0; while [ $n -lt ${count} ]; do sleep 98766 & n=$((n + 1)); done; ls -d /proc/[0-9]* | wc -l`
    const [few, many] = await Promise.all([run('sh', ['-c', start(50)]), run('sh', ['-c', start(100)])])
    expect(few).toMatchObject({ kind: 'ended', code: 0 })
    expect(many).toMatchObject({ kind: 'ended', stderr: expect.stringMatching(/fork/i) })
    expect(many).not.toMatchObject({ code: 0 })
    await allEnded('sleep 98766')
  })

  test('fails an allocation of a program beyond its memory limit', async () => {
    const reserve = (size: string) => run('dd', ['if=/dev/zero', 'of=/dev/null', 'count=1', `bs=${size}`])
    expect(await reserve('100M')).toMatchObject({ kind: 'ended', code: 0 })
    const refused = { kind: 'ended', code: 1, stderr: expect.stringContaining('memory exhausted') }
    expect(await reserve('1025M')).toMatchObject(refused)
  })

  test('ends a program whose small processes together exceed the memory limit', async () => {
    // `dd` fills its memory and keeps it, because `sleep` never reads.
    const part = 'dd if=/dev/zero bs=150M count=1 | sleep 98767'
    const script = `n=0; while [ $n -lt 10 ]; do (setsid sh -c "${part}" &) ; n=$((n + 1)); done; sleep 98767`
    expect(await run('sh', ['-c', script])).toMatchObject({ kind: 'refused', name: 'OutOfMemory' })
    await allEnded('sleep 98767')
  })

  test(
    'ends a program whose sockets could hold more than the memory limit, whatever they hold',
    needsPerl,
    async () => {
      const measured = createCommands({ log: silentLog, openGroups: async () => ({ ok: false, why: 'for this test' }) })
      const pairs = 'socketpair(my $a, my $b, AF_UNIX, SOCK_STREAM, 0) or die; push @kept, $a, $b'
      const script = `use Socket; for (1..40) { fork or do { my @kept; for (1..118) { ${pairs} } sleep 600 } } sleep 600`
      const ended = await measured.run(request('perl', ['-e', script]))
      expect(ended).toMatchObject({ kind: 'refused', name: 'OutOfMemory' })
      const few = `use Socket; my @kept; for (1..100) { ${pairs} } print scalar @kept`
      expect(await run('perl', ['-e', few])).toMatchObject({ code: 0, stdout: '200' })
    },
  )

  test.each([
    ['of the network', 'socket(my $made, AF_INET, SOCK_STREAM, 0)'],
    ['of the network, in a pair', 'socketpair(my $made, my $other, AF_INET, SOCK_STREAM, 0)'],
    [
      'with a larger buffer',
      'socketpair(my $made, my $b, AF_UNIX, SOCK_STREAM, 0) or die; setsockopt($made, SOL_SOCKET, SO_SNDBUF, 4000000)',
    ],
  ])('refuses sockets %s, whose memory would have no limit', needsPerl, async (_, call) => {
    const script = `use Socket; my $done = do { ${call} }; print $done ? "made" : int($!)`
    expect(await run('perl', ['-e', script])).toMatchObject({ code: 0, stdout: '38' })
  })

  test.each(['/', '/dev', '/dev/shm', '/run', '/etc', '/tmp', '/sandbox'])(
    'limits the files below %s, which are stored in memory, to 16 MB',
    async (folder) => {
      const script = `mkdir -p ${folder}; cd ${folder}; for n in 1 2 3 4; do head -c 12000000 /dev/zero > $n || exit 9; done`
      expect(await run('sh', ['-c', script])).toMatchObject({ kind: 'ended', code: 9 })
    },
  )

  const numbers =
    process.arch === 'arm64' ? { memfd: 279, shmget: 194, msgget: 186 } : { memfd: 319, shmget: 29, msgget: 68 }
  test.each([
    ['an anonymous file', `my $name = "x"; syscall(${numbers.memfd}, $name, 0)`],
    ['a secret file', 'syscall(447, 0)'],
    ['a shared memory segment', `syscall(${numbers.shmget}, 0, 4096, 0600)`],
    ['a message queue', `syscall(${numbers.msgget}, 0, 0600)`],
    ['an io_uring', 'my $asked = "\\0" x 120; syscall(425, 8, $asked)'],
  ])('refuses memory that does not count as memory of a process: %s', needsPerl, async (_, call) => {
    const script = `my $made = do { ${call} }; print $made < 0 ? int($!) : "made"`
    expect(await run('perl', ['-e', script])).toMatchObject({ code: 0, stdout: '38' })
  })
})

describe('a program name', () => {
  test.each([
    '../bin/sh',
    '/bin/sh',
    'sh -c id',
    'sh;id',
    '',
    '.',
    '..',
    'sh\0',
    'no-program-of-this-name',
    'constructor',
  ])('is refused if it is %j', async (name) => {
    expect(await run(name)).toMatchObject({ kind: 'refused', name: 'CommandUnavailable' })
  })

  let base = ''
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'travel-exec-'))
  })
  afterEach(() => rm(base, { recursive: true, force: true }))

  test('is not searched in PATH', async () => {
    await writeFile(join(base, 'only-in-path'), '#!/bin/sh\necho x', { mode: 0o755 })
    const { PATH = '' } = process.env
    process.env.PATH = `${base}:.:${PATH}`
    const ended = await run('only-in-path')
    process.env.PATH = PATH
    expect(ended).toMatchObject({ kind: 'refused', name: 'CommandUnavailable' })
  })

  test('resolves only to a file that, like its folders, root alone can change', needs.root, async () => {
    await using made = await mkdtempDisposable('/usr/local/travel-exec-')
    const folder = made.path
    await chmod(folder, 0o755)
    const program = join(folder, 'tool')
    await writeFile(program, '#!/bin/sh\n', { mode: 0o755 })
    await chmod(program, 0o755)
    const found = await findProgram('tool', [folder])
    // On Debian, the group `staff` can write to /usr/local.
    if (found.ok) expect(found.path).toBe(program)
    else expect(found.why).toContain('/usr/local')
    await chmod(program, 0o777)
    expect(await findProgram('tool', [folder])).toMatchObject({ ok: false, why: expect.stringContaining('others') })
    await chmod(program, 0o644)
    expect(await findProgram('tool', [folder])).toMatchObject({ ok: false, why: 'is not a program' })
    await mkdir(join(folder, 'folder'))
    expect(await findProgram('folder', [folder])).toMatchObject({ ok: false, why: 'is not a program' })
  })

  test('is resolved only once', async () => {
    const asked: string[] = []
    const counted = createCommands({
      log: silentLog,
      find: async (name) => {
        asked.push(name)
        return { ok: false, why: 'is not installed' }
      },
    })
    await counted.run(request('tool'))
    await counted.run(request('tool'))
    expect(asked.sort()).toEqual(['bwrap', 'prlimit', 'tool'])
  })
})

describe('a command of this project', () => {
  let base = ''
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'travel-exec-'))
  })
  afterEach(() => rm(base, { recursive: true, force: true }))

  const script = `
    import { readFileSync, writeFileSync, readdirSync } from 'node:fs'
    const [path, other] = process.argv.slice(2)
    const attempt = (act) => { try { return act() } catch (error) { return error.code } }
    console.log(JSON.stringify({
      env: Object.keys(process.env).sort(), cwd: readdirSync('.'), args: process.argv.slice(2),
      read: attempt(() => readFileSync(path, 'utf8')), wrote: attempt(() => writeFileSync(path, 'changed')),
      other: attempt(() => readFileSync(other, 'utf8')), stdin: readFileSync(0, 'utf8'),
    }))`

  async function answerOf(find: NonNullable<Parameters<typeof createCommands>[0]['find']>, acts: boolean) {
    const file = join(base, 'tool.mjs')
    const data = join(base, 'data.txt')
    await writeFile(file, script)
    await writeFile(data, 'data')
    await writeFile(join(base, 'other.txt'), 'other')
    const tool: OwnCommand = {
      script: file,
      modules: [file],
      env: { TOOL_DATA: 'x' },
      envToAct: { TOOL_ACTS: '1' },
      paths: [{ path: data, access: 'write' }],
      network: false,
    }
    const ended = await createCommands({ own: { tool }, log: silentLog, find }).run(
      request('tool', [data, join(base, 'other.txt'), '$(id)'], { acts, stdin: 'input' }),
    )
    if (ended.kind !== 'ended') throw new Error(ended.message)
    expect(textOf(ended.stderr)).toBe('')
    return { answer: JSON.parse(textOf(ended.stdout)), data: await readFile(data, 'utf8') }
  }

  test.each([false, true])(
    'sees only its own files, and writes them only if the action has the effect act: %s',
    needsSandbox,
    async (acts) => {
      const { answer, data } = await answerOf(findProgram, acts)
      expect(answer).toMatchObject({ read: 'data', other: 'ENOENT', cwd: [], stdin: 'input' })
      expect(answer.args[2]).toBe('$(id)')
      expect(answer.env).toEqual(
        ['HOME', 'LANG', 'NODE_ENV', 'PATH', 'PWD', ...(acts ? ['TOOL_ACTS'] : []), 'TOOL_DATA'].sort(),
      )
      expect(answer.wrote).toBe(acts ? undefined : 'EROFS')
      expect(data).toBe(acts ? 'changed' : 'data')
    },
  )

  test('gets an environment that other users of the machine cannot read', async () => {
    const bwrap = join(base, 'bwrap')
    await writeFile(bwrap, '#!/bin/sh\nprintf "%s\\n" "$TOOL_KEY" "$*"\n', { mode: 0o755 })
    const tool: OwnCommand = {
      script: join(base, 'tool.mjs'),
      modules: [],
      env: { TOOL_KEY: 'secret-value' },
      envToAct: {},
      paths: [],
      network: false,
    }
    const find = async (name: string) => ({ ok: true, path: name === 'bwrap' ? bwrap : '/usr/bin/true' }) as const
    const ended = await createCommands({ own: { tool }, log: silentLog, find }).run(request('tool'))
    const [key, args] = ended.kind === 'ended' ? textOf(ended.stdout).split('\n') : [ended.message]
    expect(key).toBe('secret-value')
    // Every user of a machine can read the arguments of all processes.
    expect(args).toContain('--unshare-all')
    expect(args).not.toContain('secret-value')
  })

  test('also runs without bubblewrap, in an empty folder with a minimal environment', async () => {
    const { answer } = await answerOf(async () => ({ ok: false, why: 'is not installed' }), false)
    expect(answer).toMatchObject({ cwd: [], stdin: 'input' })
    expect(answer.env.filter((name: string) => !name.startsWith('__'))).toEqual([
      'HOME',
      'LANG',
      'NODE_ENV',
      'PATH',
      'TOOL_DATA',
    ])
  })

  test('does not run outside the sandbox because the machine was too busy to try it out', async () => {
    const [file, bwrap] = [join(base, 'tool.mjs'), join(base, 'bwrap')]
    const [begun, quick] = [join(base, 'begun'), join(base, 'quick')]
    await writeFile(file, "console.log('outside of the sandbox')")
    const slow = `#!/bin/sh\ntouch ${begun}\n[ -e ${quick} ] || exec sleep 60\necho inside of the sandbox\n`
    await writeFile(bwrap, slow, { mode: 0o755 })
    const tool: OwnCommand = { script: file, modules: [], env: {}, envToAct: {}, paths: [], network: false }
    const find = async (name: string) => ({ ok: true, path: name === 'bwrap' ? bwrap : '/usr/bin/true' }) as const
    const busy = createCommands({ own: { tool }, log: silentLog, find })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const refused = busy.run(request('tool'))
    await vi.waitUntil(() => existsSync(begun), { timeout: 30_000 })
    vi.advanceTimersByTime(10_000)
    expect(await refused).toMatchObject({ kind: 'refused', message: 'tool could not be started' })
    vi.useRealTimers()
    await writeFile(quick, '')
    const ended = await busy.run(request('tool'))
    expect(ended.kind === 'ended' && textOf(ended.stdout)).toBe('inside of the sandbox\n')
  })
})

test('refuses a system program if bubblewrap is not installed, and names the cause', async () => {
  const lines: unknown[] = []
  const without = createCommands({
    log: { ...silentLog, warn: (message, fields) => lines.push([message, fields]) },
    find: (name) => (name === 'bwrap' ? Promise.resolve({ ok: false, why: 'is not installed' }) : findProgram(name)),
  })
  expect(await without.run(request('true'))).toEqual({
    kind: 'refused',
    name: 'CommandUnavailable',
    message: 'true needs a sandbox, and bubblewrap (bwrap) is not installed',
  })
  expect(lines).toHaveLength(1)
})
