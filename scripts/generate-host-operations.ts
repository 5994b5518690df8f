import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Parameter } from '../runner/contract/operations/descriptor.ts'
import { globalsOf, guestOps, type HostOp, operations } from '../runner/contract/operations/host-operations.ts'
import { main, root } from './steps.ts'

/** The guest's script: written by hand up to the marker, which stands for the functions of most operations. */
const template = 'runner/runtimes/quickjs/guest/sdk.cjs'
const marker = '  // <host operations>\n'
const generated = 'runner/runtimes/quickjs/guest/generated'
const origin = 'Generated from runner/contract/operations by scripts/generate-host-operations.ts.'

/** The operations with a later answer, by the numbers with which the guest asks for them. */
const requestOps = guestOps.filter((op) => operations[op].isAwaited !== false)

const converters = { text: 'StringOf', number: 'numberFor' } as const

/** `path: StringOf(path)`, in the object of arguments. */
function guestField({ name, as, isOptional, isOption }: Parameter): string {
  const given = isOption ? `options.${name}` : name
  const value = as === 'value' ? given : `${converters[as]}(${given})`
  if (!isOption && !isOptional) return value === name ? name : `${name}: ${value}`
  return `${name}: ${isOption ? `options?.${name}` : name} === undefined ? undefined : ${value}`
}

/** `operation(4, (prompt, model) => ({ … }))`: a function that makes the arguments of a host call. */
function guestFunction(op: HostOp, params: readonly Parameter[]): string {
  const given = new Set(params.map(({ name, isOption }) => (isOption ? 'options' : name)))
  const fields = ['__proto__: null', ...params.map(guestField)].join(', ')
  return `operation(${requestOps.indexOf(op)}, (${[...given].join(', ')}) => ({ ${fields} }))`
}

const nameIn = (global: string, op: HostOp): string => op.slice(global.length + 1)

function guestGlobals(): string {
  const globals = globalsOf(guestOps.filter((op) => operations[op].params !== undefined))
  return [...globals]
    .map(([global, ops]) => {
      const functions = ops.map((op) => `${nameIn(global, op)}: ${guestFunction(op, operations[op].params ?? [])}`)
      return `  global('${global}', freeze({ ${functions.join(', ')} }))\n`
    })
    .join('')
}

function sdk(): string {
  const text = readFileSync(join(root, template), 'utf8')
  if (!text.includes(marker)) throw new Error(`${template} has no line ${marker.trim()}`)
  if (requestOps[0] !== 'fetch' || requestOps[1] !== 'time.offset') {
    throw new Error(`${template} needs the operations fetch and time.offset first`)
  }
  return text.replace(marker, guestGlobals)
}

const globalTypes = (): string =>
  [
    `// ${origin}`,
    "import type { SkillHost } from '../index.ts'",
    '',
    'declare global {',
    ...Array.from(globalsOf(guestOps).keys(), (global) => `  const ${global}: SkillHost['${global}']`),
    '}',
    '',
  ].join('\n')

/** `key: str` and `'key': str(key)`. */
function pythonParameter({ name, as, default: usual, shown = name }: Parameter): readonly [string, string] {
  if (as === 'value') return [shown, `'${name}': ${shown}`]
  if (as === 'number') throw new Error(`Scripts in Python have no parameter for a number: ${name}`)
  return [`${shown}: str${usual === undefined ? '' : ` = '${usual}'`}`, `'${name}': str(${shown})`]
}

function pythonFunction(global: string, op: HostOp): string {
  const { params = [], does } = operations[op]
  const made = params.map(pythonParameter)
  return `    def ${nameIn(global, op)}(${['self', ...made.map(([given]) => given)].join(', ')}):
        """${does.charAt(0).toUpperCase()}${does.slice(1)}."""
        return self._call('${op}', {${made.map(([, field]) => field).join(', ')}})
`
}

function pythonFunctions(): string {
  const globals = [...globalsOf(guestOps.filter((op) => operations[op].scripts?.includes('python')))]
  const classOf = (global: string) => `_${global.charAt(0).toUpperCase()}${global.slice(1)}`
  const classes = globals.map(
    ([global, ops]) => `class ${classOf(global)}:
    def __init__(self, call) -> None:
        self._call = call

${ops.map((op) => pythonFunction(global, op)).join('\n')}`,
  )
  return `"""The host functions of scripts. ${origin}"""


${classes.join('\n\n')}

def functions_of(call) -> dict:
    """The objects with the host functions, by their names in scripts."""
    return {${globals.map(([global]) => `'${global}': ${classOf(global)}(call)`).join(', ')}}
`
}

/** Everything that other languages and the guest need of the host operations, by file. */
export const generatedFiles = (): Readonly<Record<string, string>> => ({
  [`${generated}/sdk.cjs`]: sdk(),
  [`${generated}/request-ops.ts`]: `/** ${origin} */\nexport const requestOps = [\n${requestOps.map((op) => `  '${op}',\n`).join('')}] as const\n`,
  'runner/sdk/generated/globals.d.ts': globalTypes(),
  'skills/base-image/python/travel_script/generated/__init__.py': pythonFunctions(),
})

if (import.meta.main) {
  await main(async () => {
    for (const [path, text] of Object.entries(generatedFiles())) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return 0
  })
}
