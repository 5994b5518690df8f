import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { need, needs } from '../../scripts/testing/needs.ts'
import { silentLog } from '../runtimes/quickjs/testing/silent-log.ts'
import { createCommands } from './create-commands.ts'
import { openMemoryGroups, ownGroup } from './memory-groups.ts'

const opened = await openMemoryGroups()
const why = opened.ok ? '' : opened.why
const needsGroups = need(
  opened.ok,
  `a group of the kernel for programs (${why})`,
  'run them in a service with Delegate=yes, or where cgroup v2 is writable and controls memory and pids',
)

describe('the folder of a group', () => {
  const unified = '25 30 0:23 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate'
  test.each([
    ['of a service', '0::/system.slice/travel.service', unified, '/sys/fs/cgroup/system.slice/travel.service'],
    ['in a namespace of groups', '0::/', unified, '/sys/fs/cgroup'],
    [
      'beside groups of version 1',
      '4:memory:/a\n0::/b\n',
      `1 2 0:1 / /x rw - cgroup x rw\n${unified}`,
      '/sys/fs/cgroup/b',
    ],
    ['below the mounted part', '0::/docker/a/b', unified.replace(' / ', ' /docker/a '), '/sys/fs/cgroup/b'],
    ['beside the mounted part', '0::/docker/ab', unified.replace(' / ', ' /docker/a '), undefined],
    ['outside of the namespace', '0::/../c', unified, undefined],
    ['mounted from outside of the namespace', '0::/', unified.replace(' / ', ' /../../ '), undefined],
    ['without version 2', '4:memory:/a', '1 2 0:1 / /x rw - cgroup x rw', undefined],
  ])('%s', (_, groups, mounts, folder) => expect(ownGroup(groups, mounts)).toBe(folder))
})

test('where there is no group, says why', needs.linux, () => expect(opened.ok || why.length > 0).toBe(true))

describe('in a group of the kernel', needsGroups, () => {
  const commands = createCommands({ log: silentLog })
  const request = { name: 'perl', stdin: '', timeoutMs: 120_000, maxOutputBytes: 10_000, acts: false }
  const { signal } = new AbortController()
  const left = () => {
    const own = ownGroup(readFileSync('/proc/self/cgroup', 'utf8'), readFileSync('/proc/self/mountinfo', 'utf8'))
    if (own === undefined) throw new Error('no group')
    return [own, `${own}/..`].flatMap((folder) =>
      readdirSync(folder).filter((name) => name.startsWith(`travel-program-${process.pid}-`)),
    )
  }

  test('ends a program whose sockets hold more than its limit, says so, and removes its group', async () => {
    const pair = 'socketpair(my $a, my $b, AF_UNIX, SOCK_STREAM, 0) or die; $a->blocking(0); push @kept, $a, $b'
    const fill = `for (1..118) { ${pair}; 1 while syswrite($a, $part) }`
    const script = `use Socket; use IO::Handle; my $part = "x" x 60000; for (1..40) { fork or do { my @kept; ${fill} sleep 600 } } sleep 600`
    const ended = await commands.run({ ...request, args: ['-e', script], signal })
    expect(commands.status()).toEqual({ status: 'on', memory: 'cgroup' })
    const message = `it used more than ${1024 ** 3} bytes and was ended`
    expect(ended).toEqual({ kind: 'refused', name: 'OutOfMemory', message })
    expect(left()).toEqual([])
  })

  test('counts memory that processes share once, and lets a program with many empty sockets be', async () => {
    const pairs = 'for (1..118) { socketpair(my $a, my $b, AF_UNIX, SOCK_STREAM, 0) or die; push @kept, $a, $b }'
    const script = `use Socket; my $shared = "x" x 100_000_000; for (1..20) { fork or do { my @kept; ${pairs} sleep 2; exit } } wait for 1..20; print "done"`
    const ended = await commands.run({ ...request, args: ['-e', script], signal })
    expect(ended.kind === 'ended' ? new TextDecoder().decode(ended.stdout) : ended).toBe('done')
  })
})
