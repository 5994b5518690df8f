import { type EscapeCase, finishes, gives, outOfFuel, outOfMemory, raises } from './escape-case.ts'

/** Programs that end in odd ways, crash the interpreter, or use up what they have. */
export const escapesEnding: readonly EscapeCase[] = [
  { title: 'sys.exit()', script: 'import sys\nsys.exit()', ends: finishes },
  { title: 'sys.exit(None)', script: 'import sys\nset_result(1)\nsys.exit(None)', ends: gives(1) },
  { title: 'sys.exit(0)', script: 'import sys\nset_result(1)\nsys.exit(0)', ends: gives(1) },
  { title: 'sys.exit with a text', script: "import sys\nsys.exit('no')", ends: raises('SystemExit: no') },
  { title: 'sys.exit(3)', script: 'import sys\nsys.exit(3)', ends: raises('SystemExit: 3') },
  {
    title: 'sys.exit with a value that compares itself',
    script: 'import sys\nclass A:\n    def __eq__(self, other): raise KeyError\nsys.exit(A())',
    ends: raises(''),
  },
  {
    title: 'os.abort',
    script: 'import os\nos.abort()',
    ends: raises('the interpreter aborted, as os.abort() makes it do'),
  },
  { title: 'KeyboardInterrupt', script: 'raise KeyboardInterrupt', ends: raises('KeyboardInterrupt') },
  { title: 'GeneratorExit', script: 'raise GeneratorExit', ends: raises('GeneratorExit') },
  {
    title: 'a generator that ignores its end',
    script:
      'def g():\n    while True:\n        try: yield 1\n        except GeneratorExit: pass\nx = g()\nnext(x)\nx.close()',
    ends: raises('RuntimeError: generator ignored GeneratorExit'),
  },
  {
    title: 'an error whose text never ends',
    script: 'class A(Exception):\n    def __str__(self):\n        while True: pass\nraise A',
    ends: outOfFuel,
  },
  { title: 'a signal that ends', script: 'import signal\nsignal.raise_signal(signal.SIGTERM)', ends: raises('') },
  {
    title: 'a signal that it handles',
    script:
      'import signal\nsignal.signal(signal.SIGINT, lambda *_: set_result("handled"))\nsignal.raise_signal(signal.SIGINT)',
    ends: gives('handled'),
  },
  { title: 'faulthandler._sigsegv', script: 'import faulthandler\nfaulthandler._sigsegv()', ends: raises('') },
  { title: 'faulthandler._read_null', script: 'import faulthandler\nfaulthandler._read_null()', ends: finishes },
  {
    title: 'faulthandler._fatal_error_c_thread',
    script: 'import faulthandler\nfaulthandler._fatal_error_c_thread()',
    ends: raises(''),
  },
  {
    title: 'faulthandler._stack_overflow',
    script: 'import faulthandler\nfaulthandler._stack_overflow()',
    ends: raises(''),
  },
  {
    title: 'recursion without a limit',
    script: 'import sys\nsys.setrecursionlimit(10**9)\ndef f(): f()\nf()',
    ends: outOfFuel,
  },
  {
    title: 'recursion in repr',
    script: 'import sys\nsys.setrecursionlimit(10**9)\nclass A:\n    def __repr__(self): return repr(self)\nrepr(A())',
    ends: raises('RecursionError'),
  },
  {
    title: 'recursion in getattr',
    script: 'class A:\n    def __getattr__(self, name): return getattr(self, name + "x")\nA().x',
    ends: raises('RecursionError'),
    fuel: 1e9,
  },
  {
    title: 'recursion in a sort key',
    script: 'import sys\nsys.setrecursionlimit(10**9)\ndef f(x): return sorted([1], key=f)\nf(1)',
    ends: raises('RecursionError'),
  },
  {
    title: 'a chain of iterators',
    script: 'x = iter([1])\nfor _ in range(20000): x = map(int, x)\nnext(x)',
    ends: raises(''),
    fuel: 1e9,
  },
  { title: 'a deep expression', script: "compile('-' * 100000 + '1', '', 'eval')", ends: raises('') },
  { title: 'a long expression', script: "exec('x=' + '+'.join(['1'] * 20000))", ends: raises(''), fuel: 1e9 },
  {
    title: 'the end of a deep tuple',
    script: "a = None\nfor _ in range(50000): a = (a,)\ndel a\nset_result('freed')",
    ends: gives('freed'),
    fuel: 1e9,
  },
  { title: 'a huge power', script: '9 ** 9 ** 8', ends: outOfFuel },
  {
    title: 'a huge number as a text',
    script: 'import sys\nsys.set_int_max_str_digits(0)\nstr(3 ** 400000)',
    ends: outOfFuel,
  },
  {
    title: 'many digits',
    script: 'import decimal\ndecimal.getcontext().prec = 10**6\ndecimal.Decimal(2).exp()',
    ends: outOfFuel,
  },
  {
    title: 'a key derivation',
    script: "import hashlib\nhashlib.pbkdf2_hmac('sha256', b'a', b'b', 10**8)",
    ends: raises('AttributeError'),
  },
  {
    title: 'many rounds of a hash',
    script: 'import hashlib\nfor _ in range(10**8): hashlib.sha256(bytes(1 << 16))',
    ends: outOfFuel,
  },
  { title: 'a huge text', script: "x = '%1000000000d' % 1", ends: outOfMemory('MemoryError\n    at script.py:1') },
  { title: 'a size beyond the address space', script: 'x = bytearray(1 << 31)', ends: raises('') },
  {
    title: 'a zip bomb',
    script: "import zlib\nd = zlib.compress(b'0' * (1 << 22))\nx = [zlib.decompress(d) for _ in range(100)]",
    ends: outOfFuel,
  },
  {
    title: 'an archive that claims to be huge',
    script: "import zlib\nzlib.decompress(zlib.compress(b'a'), bufsize=1 << 30)",
    ends: outOfMemory('MemoryError: Unable to allocate output buffer.\n    at script.py:2'),
  },
]
