import type { BypassCase } from '../bypass-case.ts'

const denied = { reports: 'not permitted' }
const allDenied = { reports: ['not permitted'] }
const notThere = { reports: ['not there'] }

/**
 * System calls, some of which the engine's own profile allows, with their numbers on x86-64 and 64-bit ARM; -1: not
 * available.
 */
const refused: Readonly<Record<string, readonly [x86: number, arm: number]>> = {
  ...{ io_uring_setup: [425, 425], io_uring_enter: [426, 426], io_uring_register: [427, 427] },
  ...{ memfd_create: [319, 279], memfd_secret: [447, 447], userfaultfd: [323, 282], bpf: [321, 280] },
  ...{ perf_event_open: [298, 241], keyctl: [250, 219], add_key: [248, 217], request_key: [249, 218] },
  ...{ ptrace: [101, 117], process_vm_readv: [310, 270], process_vm_writev: [311, 271], kcmp: [312, 272] },
  ...{ pidfd_getfd: [438, 438], process_madvise: [440, 440], unshare: [272, 97], setns: [308, 268] },
  ...{ mount: [165, 40], umount2: [166, 39], pivot_root: [155, 41], chroot: [161, 51], open_tree: [428, 428] },
  ...{ move_mount: [429, 429], fsopen: [430, 430], fsconfig: [431, 431], fsmount: [432, 432], fspick: [433, 433] },
  ...{ mount_setattr: [442, 442], name_to_handle_at: [303, 264], open_by_handle_at: [304, 265] },
  ...{ init_module: [175, 105], finit_module: [313, 273], delete_module: [176, 106], kexec_load: [246, 104] },
  ...{ reboot: [169, 142], swapon: [167, 224], swapoff: [168, 225], acct: [163, 89], quotactl: [179, 60] },
  ...{ syslog: [103, 116], sethostname: [170, 161], setdomainname: [171, 162], settimeofday: [164, 170] },
  ...{ clock_settime: [227, 112], adjtimex: [159, 171], clock_adjtime: [305, 266], iopl: [172, -1] },
  ...{ ioperm: [173, -1], modify_ldt: [154, -1], uselib: [134, -1], mbind: [237, 235], set_mempolicy: [238, 237] },
  ...{ migrate_pages: [256, 238], move_pages: [279, 239], shmget: [29, 194], semget: [64, 190], msgget: [68, 186] },
  ...{ mq_open: [240, 180], inotify_init1: [294, 26], fanotify_init: [300, 262], mknodat: [259, 33] },
  ...{ personality: [135, 92], vmsplice: [278, 75], mlock: [149, 228], mlock2: [325, 284], mlockall: [151, 230] },
  ...{ setuid: [105, 146], setgid: [106, 144], setgroups: [116, 159], setresuid: [117, 147], setfsuid: [122, 151] },
  ...{ seccomp: [317, 277], landlock_create_ruleset: [444, 444], io_setup: [206, 0], io_submit: [209, 2] },
}
const refusedCalls = Object.entries(refused)
  .map(([name, numbers]) => `          '${name}': (${numbers.join(', ')}),`)
  .join('\n')

/** Attempts to break the confinement of the container itself. */
export const confinement: readonly BypassCase[] = [
  {
    tried: 'the engine’s socket',
    attack: `
      def dial(path):
          with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
              link.connect(path)
              return 'connected'
      report = each(dial, ['/var/run/docker.sock', '/run/docker.sock', '/run/containerd/containerd.sock', '/var/run/crio/crio.sock'])`,
    ends: notThere,
    modes: ['socket'],
  },
  {
    tried: 'sockets of other executions, anywhere in the file system',
    attack: `
      import stat
      found = []
      for folder, _, files in os.walk('/'):
          if not folder.startswith('/proc'):
              paths = [os.path.join(folder, name) for name in files]
              found += [path for path in paths if stat.S_ISSOCK(os.lstat(path).st_mode)]
      report = sorted(found)`,
    ends: { reportsOnly: ['/run/travel/net/dns.sock', '/run/travel/net/gateway.sock', '/run/travel/net/plain.sock'] },
  },
  {
    tried: 'abstract Unix sockets of the host',
    attack: "sum('@' in line for line in open('/proc/net/unix'))",
    ends: { reports: 0 },
  },
  {
    tried: 'a replacement for the gateway’s socket',
    attack: "attempt(os.rename, '/run/travel/net/gateway.sock', '/run/travel/net/other.sock')",
    ends: denied,
    modes: ['socket'],
  },
  {
    tried: 'a replacement for the certificate of the instance’s authority',
    attack: "attempt(write, '/run/travel/ca.pem')",
    ends: denied,
    modes: ['socket'],
  },
  {
    tried: 'raw sockets',
    attack:
      'each(lambda one: socket.socket(*one) and "made", [(socket.AF_INET, socket.SOCK_RAW, 1), (socket.AF_INET6, socket.SOCK_RAW, 58), (socket.AF_PACKET, socket.SOCK_RAW, 768), (socket.AF_PACKET, socket.SOCK_DGRAM, 768)])',
    ends: allDenied,
  },
  {
    tried: 'an interface or address of its own',
    attack: `
      import fcntl
      def change(request):
          with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
              fcntl.ioctl(link, request, struct.pack('16sH2s4s8s', b'lo', socket.AF_INET, b'', socket.inet_aton('10.0.0.1'), b''))
              return 'changed'
      report = each(change, [0x8916, 0x8914])`,
    ends: allDenied,
  },
  {
    tried: 'the host’s network namespace, and new ones',
    attack:
      "each(lambda flag: call('unshare', flag), [0x10000000, 0x40000000, 0x20000, 0x20000000, 0x8000000, 0x4000000, 0x2000000])",
    ends: allDenied,
    modes: ['socket'],
  },
  {
    tried: 'entering the namespaces of its first process',
    attack: "each(lambda name: call('setns', os.open('/proc/1/ns/' + name, os.O_RDONLY), 0), ['net', 'mnt', 'pid'])",
    ends: allDenied,
  },
  {
    tried: 'a mount, an unmount, a new root',
    attack: `
      tries = [
          lambda: call('mount', b'proc', b'/tmp', b'proc', 0, None),
          lambda: call('mount', b'/', b'/tmp', None, 4096, None),
          lambda: call('mount', None, b'/', None, 32 | 4096, None),
          lambda: call('umount2', b'/run/travel/net', 2),
          lambda: call('chroot', b'/tmp'),
          lambda: call('pivot_root', b'/tmp', b'/tmp') if hasattr(_libc, 'pivot_root') else call('syscall', 155, b'/tmp', b'/tmp'),
      ]
      report = each(lambda one: one(), tries)`,
    ends: allDenied,
    modes: ['socket'],
  },
  {
    tried: 'writing settings of the host: /proc',
    attack:
      "each(write, ['/proc/sys/net/ipv4/ip_forward', '/proc/sys/kernel/core_pattern', '/proc/sys/kernel/modprobe', '/proc/sysrq-trigger', '/proc/sys/vm/drop_caches', '/proc/irq/default_smp_affinity', '/proc/1/oom_score_adj'])",
    ends: { reportsOnly: ['not permitted', 'not there'] },
    modes: ['socket'],
  },
  {
    tried: 'writing settings of the host: /sys',
    attack:
      "each(write, ['/sys/kernel/mm/transparent_hugepage/enabled', '/sys/fs/cgroup/cgroup.procs', '/sys/fs/cgroup/memory/release_agent', '/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes', '/sys/class/net/lo/mtu', '/sys/power/state'])",
    ends: { reportsOnly: ['not permitted', 'not there'] },
    modes: ['socket'],
  },
  {
    tried: 'reading the host’s memory, kernel log and keys',
    attack:
      "each(lambda path: 'read' if open(path, 'rb').read(1) else 'empty', ['/proc/kcore', '/proc/keys', '/proc/timer_list', '/proc/sched_debug', '/dev/mem', '/dev/kmsg', '/dev/sda', '/sys/firmware/dmi/tables/DMI'])",
    ends: { reportsOnly: ['not permitted', 'not there', 'empty'] },
    modes: ['socket'],
  },
  {
    tried: 'devices of its own',
    attack:
      "each(lambda device: os.mknod('/tmp/disk', 0o60600, device) or 'made', [os.makedev(8, 0), os.makedev(1, 1)])",
    ends: allDenied,
    modes: ['socket'],
  },
  {
    tried: 'a change of user: setuid, setgid, setgroups',
    attack:
      "each(lambda one: one[0](one[1]) or 'changed', [(os.setuid, 0), (os.setgid, 0), (os.setuid, 1000), (os.setgroups, [0])])",
    ends: allDenied,
    modes: ['socket'],
  },
  {
    tried: 'files with a set-user or set-group bit',
    attack: `
      report = sum(
          bool(os.lstat(os.path.join(folder, name)).st_mode & 0o6000)
          for folder, _, files in os.walk('/') if not folder.startswith('/proc')
          for name in files
      )`,
    ends: { reports: 0 },
    modes: ['socket'],
  },
  {
    tried: 'its own program in /tmp, with the set-user bit',
    attack: `
      import shutil, subprocess
      shutil.copy('/bin/true', '/tmp/program')
      os.chmod('/tmp/program', 0o4755)
      report = attempt(subprocess.call, ['/tmp/program'])`,
    ends: denied,
    modes: ['socket'],
  },
  {
    tried: 'its privileges, and ways to gain some by executing a program',
    attack: `
      status = dict(line.split(':', 1) for line in open('/proc/self/status'))
      report = {name: int(status[name].strip(), 16) for name in ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb', 'NoNewPrivs', 'Seccomp']}`,
    ends: { reports: { CapInh: 0, CapPrm: 0, CapEff: 0, CapBnd: 0, CapAmb: 0, NoNewPrivs: 1, Seccomp: 2 } },
    isAlone: true,
    modes: ['socket'],
  },
  {
    tried: 'system calls that reach the kernel: keys, BPF, performance counters, modules, reboot, new handles',
    attack: `
      tries = [(250, 0, 0, 0, 0, 0), (248, b'user', b'name', b'value', 5, -3), (321, 0, 0, 0), (298, 0, 0, -1, -1, 0),
               (313, 0, b'', 0), (169, 0xfee1dead, 672274793, 0, 0), (304, -100, b'', 0), (246, 0, 0, 0, 0), (323, 0)]
      report = each(lambda one: call('syscall', *one), tries) if os.uname().machine == 'x86_64' else ['not permitted']`,
    ends: allDenied,
    modes: ['socket'],
  },
  {
    tried: 'socket families other than Unix, IPv4 and IPv6: netlink, vsock, and all others',
    attack:
      'each(lambda family: socket.socket(family, socket.SOCK_DGRAM) and "made", [family for family in range(46) if family not in (1, 2, 10)])',
    ends: allDenied,
    modes: ['socket'],
  },
  {
    tried: 'protocols other than TCP and UDP on IP and Unix sockets: raw, ICMP, SCTP, MPTCP, and all others',
    attack: `
      kinds = [(family, kind, protocol) for family in (1, 2, 10) for kind in (1, 2, 3) for protocol in range(263)
               if protocol not in (0, 6, 17) or (family == 1 and protocol != 0)]
      report = each(lambda one: socket.socket(*one) and 'made', kinds)`,
    ends: allDenied,
    modes: ['socket'],
  },
  {
    tried: 'locks on files shared with other containers, which are global and use the machine’s memory',
    attack: `
      import fcntl
      def lock(command):
          with open('/run/travel/ca.pem', 'rb') as file:
              return fcntl.fcntl(file, command, struct.pack('hhqqi', 0, 0, 0, 0, 0)) and 'locked'
      def whole():
          with open('/run/travel/ca.pem', 'rb') as file:
              return fcntl.flock(file, fcntl.LOCK_SH) or 'locked'
      report = sorted({*each(lock, [5, 6, 7, 36, 37, 38, 1024, 1025]), attempt(whole)})`,
    ends: allDenied,
    modes: ['socket'],
  },
  {
    tried: 'the limits of its first process, and the sharing of the processor’s cores',
    attack: `
      import resource
      tries = [lambda: resource.prlimit(1, resource.RLIMIT_NOFILE, (1, 1)) and 'changed',
               lambda: call('prctl', 62, 1, 0, 0, 0)]
      report = each(lambda one: one(), tries)`,
    ends: allDenied,
    modes: ['socket'],
  },
  {
    tried: 'system calls that skills do not need, each by its number',
    attack: `
      numbers = {
${refusedCalls}
      }
      column = {'x86_64': 0, 'aarch64': 1}[os.uname().machine]
      report = {}
      for name, pair in numbers.items():
          found = attempt(call, 'syscall', pair[column], 0, 0, 0, 0, 0, 0) if pair[column] >= 0 else 'not permitted'
          if found != 'not permitted':
              report[name] = found`,
    ends: { reports: {} },
    modes: ['socket'],
  },
  {
    tried: 'system calls by the numbers of another architecture (32-bit, x32)',
    attack: `
      import mmap
      def by_code(*code):
          page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
          page.write(bytes([0xb8, 20, 0, 0, 0, *code, 0xc3]))
          ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
      by_int80 = lambda: by_code(0xcd, 0x80)
      def ended(work):
          child = os.fork()
          if child == 0:
              work()
              os._exit(0)
          return os.WTERMSIG(os.waitpid(child, 0)[1])
      # The filter ends the process with SIGSYS. Where the kernel has no entry for int 0x80, it ends with SIGSEGV.
      runs_code = lambda: ended(by_code) == 0
      is_ended = lambda: ended(by_int80) in (signal.SIGSYS, signal.SIGSEGV)
      by_32_bit = lambda: 'not carried out' if runs_code() and is_ended() else 'carried out'
      by_x32 = lambda: 'killed' if ended(lambda: call('syscall', 0x40000000 + 39)) == signal.SIGSYS else 'not killed'
      report = [by_32_bit(), by_x32()] if os.uname().machine == 'x86_64' else ['not carried out', 'killed']`,
    ends: { reports: ['not carried out', 'killed'] },
    modes: ['socket'],
  },
  {
    tried: 'the file system outside /tmp',
    attack:
      "each(write, ['/x', '/skill/x', '/etc/hosts', '/etc/resolv.conf', '/etc/passwd', '/usr/local/bin/travel-init', '/var/tmp/x', '/dev/x'])",
    ends: allDenied,
  },
  {
    tried: 'shared memory',
    attack: "attempt(write, '/dev/shm/x')",
    ends: { reportsOnly: ['not permitted', 'not there'] },
    modes: ['socket'],
  },
  {
    tried: 'the processes of other containers',
    attack:
      "sorted('itself' if int(name) == os.getpid() else 'its first process' if name == '1' else 'another' for name in os.listdir('/proc') if name.isdigit())",
    ends: { reports: ['its first process', 'itself'] },
    isAlone: true,
    modes: ['socket'],
  },
  {
    tried: 'the environment and memory of the first process, which hold its secret for reporting the end',
    attack:
      "each(lambda name: open(f'/proc/1/{name}', 'rb').read(1) and 'read', ['environ', 'mem', 'maps', 'auxv', 'syscall', 'fd/1'])",
    ends: allDenied,
    isAlone: true,
    modes: ['socket'],
  },
  {
    tried: 'killing, stopping or tracing the first process',
    attack: `
      import signal
      os.kill(1, signal.SIGKILL)
      os.kill(1, signal.SIGSTOP)
      report = attempt(call, 'ptrace', 16, 1, 0, 0)`,
    ends: denied,
    isAlone: true,
    modes: ['socket'],
  },
]
