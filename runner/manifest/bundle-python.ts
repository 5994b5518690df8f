import { posix } from 'node:path'
import { utf8Of } from '../core/utf8.ts'
import type { BundleOptions, BundleResult } from './bundle-skill.ts'

const maxCodeBytes = 2 * 1024 * 1024

/**
 * Makes one program of a skill's Python files, which any Python runs: the entry is `__main__`, and imports find the other
 * files beside the entry, as in a folder. Tracebacks name the skill's files. Only the sandbox parses them: Python's
 * grammar is native code, which a malicious text could crash.
 */
export function bundlePython({ skill, entry }: Pick<BundleOptions, 'skill' | 'entry'>): BundleResult {
  const folder = posix.dirname(entry) === '.' ? '' : `${posix.dirname(entry)}/`
  const files: Record<string, string> = {}
  let bytes = 0
  for (const [path, content] of skill.files) {
    if (!path.endsWith('.py') || !path.startsWith(folder)) continue
    const text = utf8Of(content)
    if (text === undefined) return problem(path, 'is not UTF-8 text', 'save it as UTF-8')
    bytes += content.length
    files[path.slice(folder.length)] = text.replace(/^\uFEFF/, '')
  }
  if (bytes > maxCodeBytes) {
    return problem(
      entry,
      `has more than ${maxCodeBytes / 1024 / 1024} MB of Python beside it`,
      'keep less in the skill',
    )
  }
  const code = programOf(files, entry.slice(folder.length))
  return { ok: true, bundle: { code, sourceMap: '', packageFiles: [], sdkFiles: [] } }
}

const problem = (file: string, message: string, remedy: string): BundleResult => ({
  ok: false,
  problems: [{ file, line: 1, column: 1, message, remedy }],
})

/** A text as a literal of Python, whose strings have the escapes of JSON. */
const literal = (text: string) => JSON.stringify(text)

function programOf(files: Readonly<Record<string, string>>, entry: string): string {
  const lines = Object.entries(files).map(([path, text]) => `    ${literal(path)}: ${literal(text)},`)
  return `import sys

_FILES = {
${lines.join('\n')}
}
_ENTRY = ${literal(entry)}
_SPEC = type(sys.__spec__)


class _Files:
    """Imports the files of the skill."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        place = name.replace('.', '/')
        for file in (place + '/__init__.py', place + '.py'):
            if file in _FILES:
                return _SPEC(name, _Files, origin=file, is_package=file.endswith('/__init__.py'))
        if any(file.startswith(place + '/') for file in _FILES):
            return _SPEC(name, _Files, is_package=True)
        return None

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        if module.__spec__.origin is not None:
            _run(module.__spec__.origin, module)

    @staticmethod
    def get_source(name):
        spec = _Files.find_spec(name)
        return _FILES.get(_ENTRY if name == '__main__' else spec and spec.origin)


def _run(file, module):
    module.__file__ = file
    module.__loader__ = _Files
    exec(compile(_FILES[file], file, 'exec', dont_inherit=True), vars(module))


sys.meta_path.insert(0, _Files)
sys.modules['__main__'] = type(sys)('__main__')
_run(_ENTRY, sys.modules['__main__'])
`
}
