import { type EscapeCase, finishes, gives, outOfFuel, raises } from './escape-case.ts'

/** Programs that look for files, processes, networks and native code outside. */
export const escapesOutward: readonly EscapeCase[] = [
  { title: 'imports _ctypes', script: 'import _ctypes', ends: raises('ModuleNotFoundError: _ctypes has native code') },
  {
    title: 'imports an unknown package',
    script: 'import not_there',
    ends: raises("ModuleNotFoundError: No module named 'not_there'"),
  },
  { title: 'imports js', script: 'import js', ends: raises("ModuleNotFoundError: No module named 'js'") },
  {
    title: 'loads a native extension',
    script: `import importlib.machinery as machinery, importlib.util as util
open('/tmp/a.so', 'wb').write(b'\\x7fELF')
set_result(hasattr(__import__('_imp'), 'create_dynamic'))
spec = util.spec_from_file_location('a', '/tmp/a.so', loader=machinery.ExtensionFileLoader('a', '/tmp/a.so'))
util.module_from_spec(spec)`,
    ends: raises(''),
  },
  {
    title: 'forks',
    script: 'import os\nos.fork()',
    ends: raises("AttributeError: module 'os' has no attribute 'fork'"),
  },
  { title: 'opens a pipe to a command', script: "import os\nos.popen('id')", ends: raises('') },
  {
    title: 'spawns a process',
    script: "import os\nos.posix_spawn('/bin/id', ['id'], {})",
    ends: raises('AttributeError'),
    fuel: 1e9,
  },
  { title: 'replaces its process', script: "import os\nos.execv('/bin/id', ['id'])", ends: raises('') },
  {
    title: 'starts a thread by the module below',
    script: 'import _thread\n_thread.start_new_thread(print, ())',
    ends: raises('RuntimeError: There are no threads here'),
  },
  {
    title: 'starts a thread with the function that was replaced',
    script:
      "import gc, types\nfound = [o for o in gc.get_objects() if isinstance(o, types.BuiltinFunctionType) and o.__name__ == 'start_new_thread']\nset_result(len(found))\nfor start in found: start(print, ())",
    ends: gives(0),
  },
  { title: 'opens a socket', script: "import socket\nsocket.socket().connect(('127.0.0.1', 80))", ends: raises('') },
  { title: 'takes a file for a socket', script: "import socket\nsocket.socket(fileno=4).send(b'x')", ends: raises('') },
  { title: 'reads a file outside', script: "open('/etc/passwd').read()", ends: raises('FileNotFoundError') },
  {
    title: 'reads the environment of the process',
    script: "open('/proc/self/environ').read()",
    ends: raises('FileNotFoundError'),
  },
  { title: 'climbs above the root', script: "open('/data/../../../etc/passwd').read()", ends: raises('') },
  {
    title: 'names a path with a zero byte',
    script: "open('/tmp/a\\0b', 'w')",
    ends: raises('ValueError: embedded null'),
  },
  { title: 'writes beside the library', script: "open('/data/lib/json.py', 'w')", ends: raises('OSError') },
  { title: 'changes the library', script: "import sys\nopen(sys.path[0], 'r+b')", ends: raises('OSError') },
  { title: 'makes a link', script: "import os\nos.symlink('/etc/passwd', '/tmp/x')", ends: raises('OSError') },
  {
    title: 'makes a hard link',
    script: "import os\nopen('/tmp/a', 'w').close()\nos.link('/tmp/a', '/tmp/b')",
    ends: raises('OSError'),
  },
  {
    title: 'lists what there is',
    script: "import os\nset_result([os.getcwd(), os.listdir('/tmp'), sorted(os.listdir('/data')), dict(os.environ)])",
    ends: gives(['/tmp', [], ['lib', 'zoneinfo'], {}]),
  },
  {
    title: 'asks for the machine',
    script: 'import os\nset_result(list(os.uname())[:2])',
    ends: gives(['wasi', '(none)']),
  },
  { title: 'asks for its process', script: 'import os\nset_result(os.getpid())', ends: gives(42) },
  {
    title: 'uses a database in memory',
    script: "import sqlite3\nset_result(sqlite3.connect(':memory:').execute('select 6 * 7').fetchone()[0])",
    ends: gives(42),
  },
  {
    title: 'loads an extension of the database',
    script: "import sqlite3\nsqlite3.connect(':memory:').enable_load_extension(True)",
    ends: raises(''),
  },
  {
    title: 'attaches a file outside to its database',
    script: "import sqlite3\nsqlite3.connect(':memory:').execute(\"attach '/etc/x.db' as x\")",
    ends: raises(''),
  },
  {
    title: 'fills its folder, and unlinks what is open',
    script: `import os
kept = []
try:
    for index in range(100):
        file = open(f'/tmp/{index}', 'wb')
        os.truncate(f'/tmp/{index}', 3 << 20)
        os.unlink(f'/tmp/{index}')
        kept.append(file)
except OSError as error: set_result([len(kept), error.errno])`,
    ends: gives([2, 51]),
  },
  {
    title: 'makes files without end',
    script:
      "import os\nmade = 0\ntry:\n    while True:\n        os.mkdir(f'/tmp/{made}')\n        made += 1\nexcept OSError as error: set_result([made, error.errno])",
    ends: gives([256, 51]),
  },
  {
    title: 'sleeps for years',
    script: 'import time\nfor _ in range(100): time.sleep(3_000_000)\nset_result(round(time.monotonic()))',
    ends: gives(300_000_000),
  },
  { title: 'asks for random bytes without end', script: 'import os\nwhile True: os.urandom(1 << 20)', ends: outOfFuel },
  { title: 'prints without end', script: "while True: print('x' * 1000)", ends: outOfFuel },
  {
    title: 'writes to its own memory of errors without end',
    script: "import os\nwhile True: os.write(2, b'x' * 1_000_000)",
    ends: outOfFuel,
  },
  {
    title: 'yields without end',
    script:
      'import os, time\nwhile True: getattr(os, "sched_yield", time.sleep)(*([0] if not hasattr(os, "sched_yield") else []))',
    ends: outOfFuel,
  },
  { title: 'finishes without doing anything', script: '', ends: finishes, prints: '' },
]
