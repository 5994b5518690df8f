import { type EscapeCase, finishes, gives, outOfFuel, outOfMemory, raises } from './escape-case.ts'
import { assembler, wholeMemory } from './whole-memory.ts'

const ran = "set_result('ran')"

/** Calls a function with this bytecode. `changed`: what else of its code object is not as the compiler made it. */
const withCode = (code: string, changed = '') => `${assembler}
f = lambda: 0
f.__code__ = f.__code__.replace(co_code=assemble('${code}'), ${changed})
f()`

/** Programs that reach into the interpreter itself. */
export const escapesWithin: readonly EscapeCase[] = [
  {
    title: 'finds classes by __subclasses__',
    script: `found = [c for c in ().__class__.__base__.__subclasses__() if c.__name__ == '_wrap_close']
import os
try: set_result(found[0].__init__.__globals__['system']('id'))
except OSError as error: set_result(str(error)[:28])`,
    ends: gives('There are no processes here:'),
  },
  {
    title: 'empties every dict that gc.get_objects finds',
    script: 'import gc\nfor each in gc.get_objects():\n    if type(each) is dict: each.clear()',
    ends: finishes,
  },
  {
    title: 'changes the variables of the platform by its frames',
    script: `import sys
frame = sys._getframe()
while frame:
    frame.f_globals.pop('travel_host', None)
    frame = frame.f_back
set_result(1)`,
    ends: raises(''),
  },
  {
    title: 'reads a code object that marshal accepts and no compiler makes',
    script: `import marshal
for length in range(0, 200, 7):
    try: marshal.loads(b'c' + bytes(range(length)))
    except (EOFError, ValueError, TypeError): pass
${ran}`,
    ends: gives('ran'),
  },
  {
    title: 'loads a constant far outside its code object',
    script: withCode(
      'RESUME 0 EXTENDED_ARG 127 EXTENDED_ARG 255 EXTENDED_ARG 255 LOAD_CONST 255 RETURN_VALUE 0',
      'co_consts=()',
    ),
    ends: raises('the interpreter '),
  },
  {
    title: 'reads a local variable that its frame does not have',
    script: withCode('RESUME 0 EXTENDED_ARG 255 EXTENDED_ARG 255 LOAD_FAST 250 RETURN_VALUE 0'),
    ends: raises('the interpreter '),
  },
  {
    title: 'jumps outside its bytecode',
    script: withCode('RESUME 0 EXTENDED_ARG 255 EXTENDED_ARG 255 JUMP_FORWARD 255 RETURN_VALUE 0'),
    ends: raises('the interpreter '),
  },
  {
    title: 'pushes more than its frame has room for',
    script: withCode(`RESUME 0 ${'LOAD_CONST 0 '.repeat(3000)} RETURN_VALUE 0`, 'co_stacksize=0'),
    ends: finishes,
  },
  {
    title: 'overwrites all memory that it can reach',
    script: `${wholeMemory}\nfor at in range(0, 16 << 20, 4096): memory[at:at + 4096] = b"\\xff" * 4096\nset_result(1)`,
    ends: raises('the interpreter '),
  },
  {
    title: 'erases its own machine stack',
    script: `${wholeMemory}\nmemory[0:1 << 20] = bytes(1 << 20)\nset_result(1)`,
    ends: raises('the interpreter '),
  },
  {
    title: 'replaces the addresses of every type by its own',
    script: `${wholeMemory}\nfor kind in (int, str, dict, list, tuple): memory[id(kind) + 24:id(kind) + 120] = b"\\x05\\x00\\x00\\x00" * 24\nset_result({"a": [1]})`,
    ends: raises('the interpreter '),
  },
  {
    title: 'clears sys.modules',
    script: 'import sys\nsys.modules.clear()\nimport json\nset_result(json.dumps([1]))',
    ends: raises('it ended without an answer'),
    fuel: 1e9,
  },
  {
    title: 'imports through a hook of its own',
    script: `import sys, importlib.machinery
class Hook:
    def find_spec(name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, Hook)
    def create_module(spec): return None
    def exec_module(module): module.value = module.__name__
sys.meta_path.insert(0, Hook)
import anything
set_result(anything.value)`,
    ends: gives('anything'),
  },
  {
    title: 'replaces json.dumps before its result is made',
    script: 'import json\njson.dumps = lambda *_, **__: \'{"forged":1}\'\nset_result(1)',
    ends: gives(1),
  },
  {
    title: 'replaces os.write and os.read',
    script: `import os\nos.write = os.read = None\n${ran}`,
    ends: gives('ran'),
  },
  {
    title: 'removes sys.stdout',
    script: `import sys\nsys.stdout = None\nprint('lost')\n${ran}`,
    ends: gives('ran'),
    prints: '',
  },
  { title: 'closes sys.stdout', script: `import sys\nsys.stdout.close()\n${ran}`, ends: gives('ran') },
  {
    title: 'closes every file',
    script: 'import os\nos.closerange(0, 200)\nset_result(1)',
    ends: raises('it ended without an answer'),
  },
  {
    title: 'replaces the functions of the platform',
    script: 'import travel_host, travel_entry\ntravel_host.__dict__.clear()\ntravel_entry.__dict__.clear()',
    ends: raises(''),
  },
  { title: 'clears builtins', script: 'import builtins\nvars(builtins).clear()', ends: finishes },
  {
    title: 'makes an object whose __del__ never ends',
    script: 'class A:\n    def __del__(self):\n        while True: pass\nA()',
    ends: outOfFuel,
  },
  {
    title: 'leaves an object with __del__ behind',
    script: "import builtins\nclass A:\n    def __del__(self): print('late')\nbuiltins.kept = A()",
    ends: finishes,
    prints: '',
  },
  {
    title: 'revives an object each time that it is collected',
    script:
      'import gc\nclass A:\n    def __del__(self): globals()["kept"] = A()\nkept = A()\nwhile True:\n    kept = None\n    gc.collect()',
    ends: outOfFuel,
  },
  {
    title: 'makes cycles and deletes them',
    script: `for _ in range(3000):\n    a, b = [], []\n    a.append(b); b.append(a)\ndel a, b\n${ran}`,
    ends: gives('ran'),
  },
  {
    title: 'runs a pickle that calls a function',
    script: 'import pickle, os\nset_result(pickle.loads(b"cos\\nlistdir\\n(S\'/data\'\\ntR."))',
    ends: gives(['lib', 'zoneinfo']),
  },
  {
    title: 'runs a pickle that memoizes at a huge index',
    script: "import pickle\npickle.loads(b'\\x80\\x04I1\\nr\\xff\\xff\\xff\\x7f.')",
    ends: raises(''),
  },
  {
    title: 'runs a pickle that doubles its lists',
    script: "import pickle\npickle.loads(b'\\x80\\x04](' + b'2' * 50_000_000 + b'.')",
    ends: outOfMemory('MemoryError\n    at script.py:2'),
  },
  {
    title: 'prints from atexit, after an error there',
    script:
      "import atexit\natexit.register(print, 'first registered')\natexit.register(lambda: 1 / 0)\nprint('body')\nset_result(1)",
    ends: gives(1),
  },
  {
    title: 'ends in atexit',
    script: 'import atexit, os\natexit.register(os._exit, 0)\nset_result(1)',
    ends: raises('it ended its process with 0'),
  },
]
