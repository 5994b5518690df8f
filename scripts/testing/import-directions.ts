/**
 * The directions of imports, as one table. `whyNot` answers for one import; import-directions.test.ts asks for every
 * import of the project. A path is relative to the project's root; the name of a package is as imported.
 */

/** The rooms of `lib`, the lowest first: a room may import those before it. */
export const rooms = ['platform', 'skills', 'travel', 'agents', 'console'] as const

/** The folders of the runner, the lowest first: a folder may import those before it. */
export const runnerFolders = [
  'contract',
  'core',
  'queue',
  'slices',
  'redact',
  'policy',
  'ajs',
  'sdk',
  'egress',
  'manifest',
  'operations',
  'journal',
  'host',
  'exec',
  'files',
  'runtimes',
  'script',
  'run',
  'executor',
] as const

/** What a file of each part of a room may import of its own room and the rooms below. */
const partsOf: Readonly<Record<string, readonly string[]>> = {
  model: ['model'],
  client: ['model', 'client'],
  server: ['model', 'server'],
}

/** The only file of the stand-ins that other code imports. */
const standIns = 'sample-provider/stand-ins.ts'
/** The programs inside the containers of skills are part of the runner. */
const baseImage = 'skills/base-image'
const browserCode = /^lib\/\w+\/(model|client)\//
const serverPackages = /^(@prisma\/|pg$|pino$|undici$|server-only$|next\/headers$|next\/server$)/
const appPackages = /^(@prisma\/|pg$|next$|next\/|next-auth|react$|react\/|react-dom|server-only$)/

type Allowed = (to: string) => boolean
const below =
  (...folders: readonly string[]): Allowed =>
  (to) =>
    folders.some((folder) => to === folder || to.startsWith(`${folder}/`))

/** The top-level folders, and what their files may import of the project besides their own folder. */
const topLevel: Readonly<Record<string, { readonly may: Allowed; readonly rule: string }>> = {
  app: {
    may: (to) =>
      below('components', 'messages', 'runner/contract')(to) || (below('lib')(to) && !/^lib\/\w+\/client\//.test(to)),
    rule: 'app uses lib for the runner and the database, and components for browser code',
  },
  components: {
    may: (to) => below('messages', 'runner/contract')(to) || browserCode.test(to),
    rule: 'components import the model and client folders of lib, and runner/contract',
  },
  lib: {
    may: (to) => to === standIns || below('runner', 'gates', 'messages')(to),
    rule: 'lib imports runner, gates and itself',
  },
  gates: { may: below('runner'), rule: 'gates import the runner' },
  runner: { may: () => false, rule: 'the runner is standalone' },
  'sample-provider': {
    may: (to) =>
      below('lib/travel/model', 'lib/travel/server/places', 'runner/contract')(to) || to === 'runner/core/ports.ts',
    rule: 'a stand-in represents a server of third parties: it imports the travel model, places and runner/contract',
  },
  skills: {
    may: below('runner/sdk', 'runner/contract'),
    rule: 'a skill imports its own files, small packages, runner/sdk and runner/contract',
  },
  ...Object.fromEntries(
    ['e2e', 'bench', 'scripts', 'prisma'].map((folder) => [
      folder,
      {
        may: (to: string) => !below('app')(to) && (!below('sample-provider')(to) || to === standIns),
        rule: `${folder} imports neither app nor the inside of sample-provider`,
      },
    ]),
  ),
}

/** An import: `isType` if it disappears when the types are removed. */
export type Import = { readonly from: string; readonly to: string; readonly isType: boolean }

/** Tests and their helpers may assemble what the code under test must not know. */
const isTest = (file: string): boolean => /\.test\.tsx?$|(^|\/)testing[/.-]/.test(file)

/** Why an import is not allowed. Undefined: it is. */
export function whyNot({ from, to, isType }: Import): string | undefined {
  const top = below(baseImage)(from) ? 'runner' : (from.split('/')[0] ?? '')
  const rules = topLevel[top]
  const isProject = /\//.test(to) && (topLevel[to.split('/')[0] ?? ''] !== undefined || to.startsWith('messages/'))
  if (!isProject) return isTest(from) ? undefined : whyNoPackage(from, to, isType)
  if (rules === undefined) return undefined
  if (!below(top, below(baseImage)(from) ? baseImage : top)(to) && !rules.may(to))
    return isTest(from) && mayTest(top, to) ? undefined : rules.rule
  if (isTest(from)) return undefined
  if (top === 'lib') return whyNotInLib(from, to)
  if (top === 'runner') return whyNotInRunner(from, to)
  return undefined
}

/** Tests may use everything except the app's pages; the runner's tests stay as standalone as the runner. */
const mayTest = (top: string, to: string): boolean =>
  !below('app')(to) && (top !== 'runner' || isTest(to) || below('gates', 'scripts')(to))

function whyNoPackage(from: string, to: string, isType: boolean): string | undefined {
  if (below('runner', 'gates')(from) && appPackages.test(to)) return 'the runner knows no Next, React or database'
  if (below('runner/contract')(from) && to !== 'zod') return 'runner/contract imports zod only'
  if (below('app', 'components')(from) && /^(@prisma\/|pg$)/.test(to)) return 'the database belongs to lib'
  if (below('components')(from) && to === 'server-only') return 'components run in the browser'
  if (!browserCode.test(from)) return undefined
  if (serverPackages.test(to)) return 'model and client folders run in the browser'
  // Node's types do not reach the browser.
  return to.startsWith('node:') && !isType ? 'model and client folders run in the browser' : undefined
}

function whyNotInLib(from: string, to: string): string | undefined {
  if (!below('lib')(to)) {
    return browserCode.test(from) && !below('runner/contract', 'messages')(to)
      ? 'model and client folders import only runner/contract of the runner'
      : undefined
  }
  const [, room = '', part = ''] = from.split('/')
  const [, otherRoom = '', otherPart = ''] = to.split('/')
  if (room === 'cli') return otherPart === 'client' ? 'the command line runs no browser code' : undefined
  if (room === 'compose') return otherRoom === 'cli' || otherPart === 'client' ? 'cli is above compose' : undefined
  const order: readonly string[] = rooms
  if (!order.slice(0, order.indexOf(room) + 1).includes(otherRoom)) return `${room} must not know ${otherRoom}`
  if (!partsOf[part]?.includes(otherPart)) return `a ${part} folder must not import a ${otherPart} folder`
  return whyNotInTravel(from, to)
}

/** Flights and hotels know nothing of each other, and what both share knows neither. */
function whyNotInTravel(from: string, to: string): string | undefined {
  const kindOf = (path: string) => /^lib\/travel\/(?:model|client)\/(flights|hotels)\//.exec(path)?.[1]
  const [kind, other] = [kindOf(from), kindOf(to)]
  if (other === undefined || kind === other) return undefined
  if (kind !== undefined) return 'flights and hotels must not import each other'
  return below('lib/travel/model')(from) ? 'the shared model must not import flights or hotels' : undefined
}

function whyNotInRunner(from: string, to: string): string | undefined {
  if (below(baseImage)(from)) return undefined
  const order: readonly string[] = runnerFolders
  const [, folder = ''] = from.split('/')
  const [, other = ''] = to.split('/')
  return order.slice(0, order.indexOf(folder) + 1).includes(other) ? undefined : `${folder} must not know ${other}`
}
