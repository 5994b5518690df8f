/** The numbers of the refused system calls and of `socket` and `socketpair`, and the kernel's id of the architecture. */
const architectures = new Map([
  [
    'x64',
    {
      id: 0xc000_003e,
      sockets: [41, 53],
      calls: { memfd_create: 319, shmget: 29, msgget: 68, mq_open: 240, mount: 165, setsockopt: 54 },
    },
  ],
  [
    'arm64',
    {
      id: 0xc000_00b7,
      sockets: [198, 199],
      calls: { memfd_create: 279, shmget: 194, msgget: 186, mq_open: 180, mount: 40, setsockopt: 208 },
    },
  ],
])
/** These calls have the same number on all architectures. */
const newerCalls = { io_uring_setup: 425, open_tree: 428, fsopen: 430, fsmount: 432, memfd_secret: 447 }

// The instructions of classic BPF, and offsets in the kernel's `seccomp_data`.
const [load, jumpEqual, jumpAtLeast, answer] = [0x20, 0x15, 0x35, 0x06]
const [numberOffset, architectureOffset, firstArgumentOffset] = [0, 4, 16]
/** AF_UNIX. */
const unixSockets = 1
const [allow, refuse] = [0x7fff_0000, 0x0005_0000 + 38]
/** The start of the x32 system call numbers on x64. */
const x32 = 0x4000_0000

/**
 * A filter that answers some system calls with ENOSYS. It refuses calls that create memory outside of any process,
 * because no limit would count that memory: anonymous files, shared memory segments, message queues, io_uring and
 * mounts. The memory of sockets counts by their number, so it refuses sockets of other families than AF_UNIX and larger
 * buffers. It also refuses calls of other architectures. Undefined: this architecture is unknown.
 *
 * @param arch as in `process.arch`
 */
export function seccompFilter(arch: string): Uint8Array | undefined {
  const known = architectures.get(arch)
  if (known === undefined) return undefined
  const refused = [...Object.values(known.calls), ...Object.values(newerCalls)]
  const firstCall = 4
  const family = firstCall + refused.length + known.sockets.length + 1
  const refusal = family + 3
  /** The jump from an instruction to a later one. */
  const jump = (from: number, target: number) => target - from - 1
  const instructions: [code: number, ifTrue: number, ifFalse: number, value: number][] = [
    [load, 0, 0, architectureOffset],
    [jumpEqual, 0, jump(1, refusal), known.id],
    [load, 0, 0, numberOffset],
    [jumpAtLeast, jump(3, refusal), 0, x32],
    ...[...refused, ...known.sockets].map((number, at): [number, number, number, number] => [
      jumpEqual,
      jump(firstCall + at, at < refused.length ? refusal : family),
      0,
      number,
    ]),
    [answer, 0, 0, allow],
    [load, 0, 0, firstArgumentOffset],
    [jumpEqual, 0, jump(family + 1, refusal), unixSockets],
    [answer, 0, 0, allow],
    [answer, 0, 0, refuse],
  ]
  const bytes = new DataView(new ArrayBuffer(instructions.length * 8))
  for (const [at, [code, ifTrue, ifFalse, value]] of instructions.entries()) {
    bytes.setUint16(at * 8, code, true)
    bytes.setUint8(at * 8 + 2, ifTrue)
    bytes.setUint8(at * 8 + 3, ifFalse)
    bytes.setUint32(at * 8 + 4, value, true)
  }
  return new Uint8Array(bytes.buffer)
}
