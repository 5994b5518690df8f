import type { ContainerCreateOptions } from 'dockerode'

/**
 * The system calls that a program in a container may make; all others fail with EPERM. The engine's own profile allows
 * about 150 more, for programs of any kind; skills read, compute and talk to their gateway. System calls of other
 * architectures (32-bit or x32 on a 64-bit machine) end the process.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  files: words(`
    access chdir chmod chown close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2 fadvise64 fallocate fchdir fchmod fchmodat
    fchmodat2 fchown fchownat fdatasync fgetxattr flistxattr fstat fstatfs fsync ftruncate futimesat getcwd getdents getdents64 getxattr
    ioctl lchown lgetxattr link linkat listxattr llistxattr lseek lstat mkdir mkdirat newfstatat open openat openat2 pread64 preadv preadv2 pwrite64
    pwritev pwritev2 read readahead readlink readlinkat readv rename renameat renameat2 rmdir sendfile splice stat statfs statx symlink symlinkat sync_file_range tee
    truncate umask unlink unlinkat utime utimensat utimes write writev`),
  waiting: words(`
    epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2 pipe pipe2 poll ppoll pselect6 select signalfd
    signalfd4 timerfd_create timerfd_gettime timerfd_settime`),
  memory: words(`
    brk madvise membarrier mincore mmap mprotect mremap msync munmap pkey_alloc pkey_free pkey_mprotect`),
  processes: words(`
    arch_prctl capget execve execveat exit exit_group fork futex futex_waitv get_robust_list getcpu getpgid getpgrp getpid getppid getpriority getrlimit
    getrusage getsid gettid kill pidfd_open pidfd_send_signal restart_syscall rseq rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo
    rt_sigreturn rt_sigsuspend rt_sigtimedwait rt_tgsigqueueinfo sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getparam
    sched_getscheduler sched_setaffinity sched_yield set_robust_list set_tid_address setpgid setpriority setrlimit setsid sigaltstack sysinfo tgkill times
    tkill uname vfork wait4 waitid`),
  users: words('getegid geteuid getgid getgroups getresgid getresuid getuid'),
  time: words(`
    alarm clock_getres clock_gettime clock_nanosleep getitimer gettimeofday nanosleep pause setitimer time timer_create timer_delete timer_getoverrun
    timer_gettime timer_settime`),
  randomness: ['getrandom'],
  network: words(`
    accept accept4 bind connect getpeername getsockname getsockopt listen recvfrom recvmmsg recvmsg sendmmsg sendmsg sendto setsockopt shutdown`),
}

/**
 * Unix sockets, and TCP and UDP over IPv4 and IPv6. No netlink, which configures networks, and no vsock, which reaches
 * the host of a virtual machine. Other IP protocols make the kernel load more modules.
 */
const sockets: ReadonlyArray<readonly [family: number, protocols: readonly number[]]> = [
  [1, [0]],
  [2, [0, 6, 17]],
  [10, [0, 6, 17]],
]
/**
 * fcntl commands for descriptors and their flags. Lock commands are not allowed, and neither is flock: locks are global
 * to the machine, so containers could see each other's locks on shared files, and no memory limit counts them.
 */
const descriptorCommands = [0, 1, 2, 3, 4, 8, 9, 10, 11, 15, 16, 1030, 1032]
/** PR_SCHED_CORE changes how the processor's cores are shared. */
const schedCore = 62
/** CLONE_NEW… flags: inside a new namespace a program would have privileges. */
const newNamespaces = 0x7e020000
const noSuchCall = 38

/** The seccomp profile of every container, in the engine's format. */
const seccompProfile = {
  defaultAction: 'SCMP_ACT_ERRNO',
  defaultErrnoRet: 1,
  archMap: ['SCMP_ARCH_X86_64', 'SCMP_ARCH_AARCH64'].map((architecture) => ({ architecture, subArchitectures: [] })),
  syscalls: [
    allow(Object.values(allowed).flat()),
    ...sockets.flatMap(([family, protocols]) =>
      protocols.map((protocol) => allow(['socket', 'socketpair'], [equals(0, family), equals(2, protocol)])),
    ),
    ...descriptorCommands.map((command) => allow(['fcntl'], [equals(1, command)])),
    allow(['prctl'], [{ index: 0, value: schedCore, op: 'SCMP_CMP_NE' }]),
    // Only its own limits, not those of the first process.
    allow(['prlimit64'], [equals(0, 0)]),
    allow(['clone'], [{ index: 0, value: newNamespaces, valueTwo: 0, op: 'SCMP_CMP_MASKED_EQ' }]),
    // The flags of clone3 are in memory, where no filter can check them. On ENOSYS libraries fall back to clone.
    { names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: noSuchCall },
  ],
}

export const seccompOption = `seccomp=${JSON.stringify(seccompProfile)}` satisfies NonNullable<
  NonNullable<ContainerCreateOptions['HostConfig']>['SecurityOpt']
>[number]

type Condition = { readonly index: number; readonly value: number; readonly valueTwo?: number; readonly op: string }

function allow(names: readonly string[], args: readonly Condition[] = []) {
  return { names, action: 'SCMP_ACT_ALLOW', args }
}

function equals(index: number, value: number): Condition {
  return { index, value, op: 'SCMP_CMP_EQ' }
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
