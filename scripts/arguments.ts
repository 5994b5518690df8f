import { parseArgs } from 'node:util'
import { closest } from '#runner/manifest/did-you-mean.ts'
import { StepError } from './steps.ts'

/** `text`: an option with a value. `flag`: an option without a value. */
type Kinds = Readonly<Record<string, 'text' | 'flag'>>
type Arguments<Known extends Kinds> = {
  readonly [Name in keyof Known]?: Known[Name] extends 'text' ? string : true
}

/**
 * Reads a script's command-line arguments and rejects unknown arguments, so that a typing error never silently changes
 * what the script does. With `--help`, prints the known options and ends the process.
 *
 * @param options.maxWords the maximum number of positional arguments; 0 if absent
 * @throws StepError with the closest known option
 */
export function readArguments<const Known extends Kinds>(
  known: Known,
  { given = process.argv.slice(2), maxWords = 0 }: { given?: readonly string[]; maxWords?: number } = {},
): { readonly options: Arguments<Known>; readonly words: readonly string[] } {
  const options = Object.fromEntries(
    Object.entries(known).map(([name, kind]) => [
      name,
      { type: kind === 'text' ? ('string' as const) : ('boolean' as const) },
    ]),
  )
  const { tokens } = parseArgs({ args: [...given], options, strict: false, tokens: true, allowPositionals: true })
  const values: Record<string, string | true> = {}
  const words: string[] = []
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional') {
      if (words.push(token.value) > maxWords) throw new StepError(unknownWord(token.value, known))
      continue
    }
    if (token.rawName === '--help' || token.rawName === '-h') {
      process.stdout.write(`${takes(known)}\n`)
      process.exit(0)
    }
    const kind = Object.hasOwn(known, token.name) ? known[token.name] : undefined
    if (kind === undefined) throw new StepError(unknownOption(token.rawName, token.name, known))
    if (kind === 'text' && !token.value) throw new StepError(`${token.rawName} needs a value.`)
    if (kind === 'flag' && token.value !== undefined) throw new StepError(`${token.rawName} takes no value.`)
    values[token.name] = token.value ?? true
  }
  // The loop above has checked each value against its kind.
  return { options: values as Arguments<Known>, words }
}

const takes = (known: Kinds): string => {
  const names = Object.entries(known).map(([name, kind]) => (kind === 'text' ? `--${name} <${name}>` : `--${name}`))
  return names.length === 0 ? 'There are no options.' : `Known options: ${names.join(', ')}.`
}

function unknownOption(rawName: string, name: string, known: Kinds): string {
  const meant = closest(name, Object.keys(known))
  return `Unknown option ${rawName}. ${meant === undefined ? takes(known) : `Did you mean --${meant}?`}`
}

/** npm consumes options before `--` and passes only their values on, as words. */
function unknownWord(word: string, known: Kinds): string {
  const hint =
    Object.keys(known).length === 0 ? '' : ' With npm, put options after two dashes: npm run up -- --port 4000.'
  return `Unknown argument ${JSON.stringify(word)}. ${takes(known)}${hint}`
}

/** For scripts without arguments and without a main function. */
export function refuseArguments(): void {
  try {
    readArguments({})
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
