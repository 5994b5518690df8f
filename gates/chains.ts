import type { Signal } from './finding.ts'

/** Signals that together give more points than their findings alone. */
export type Chain = {
  readonly id: string
  /** The chain needs one finding for each of these signals. */
  readonly needs: readonly Signal[]
  /** Where the findings are: in one file, or anywhere in the skill. */
  readonly within: 'file' | 'skill'
  readonly points: number
  /** Its points can send a skill to review, and never count toward a block. */
  readonly atMost?: 'review'
  readonly what: string
}

/** Known attack patterns. In each, a single step may serve honest work, but all steps together do not. */
const patterns = [
  ['CHAIN-SECRET-SENT', 'file', 100, 'reads-secret', 'sends'],
  ['CHAIN-SECRET-DROPPED', 'skill', 100, 'reads-secret', 'drops'],
  ['CHAIN-KEYS-DROPPED', 'skill', 100, 'reads-env', 'drops'],
  ['CHAIN-ENVIRONMENT-SENT', 'file', 100, 'harvests-environment', 'sends'],
  ['CHAIN-ENVIRONMENT-DROPPED', 'skill', 100, 'harvests-environment', 'drops'],
  ['CHAIN-DECODED-CODE', 'file', 60, 'decodes', 'executes'],
  ['CHAIN-DECODED-ELSEWHERE', 'skill', 40, 'decodes', 'executes'],
  ['CHAIN-ARCHIVE-ESCAPES', 'file', 60, 'unpacks', 'joins-entry', 'writes-file'],
  ['CHAIN-DOWNLOADED-CODE', 'file', 50, 'downloads', 'runs-download'],
  ['CHAIN-HIDDEN-ORDER', 'file', 100, 'hides', 'instructs'],
  ['CHAIN-SECRET-ORDER', 'file', 100, 'overrides', 'conceals'],
  ['CHAIN-QUIET-THEFT', 'file', 100, 'reads-secret', 'conceals'],
  ['CHAIN-FALSE-PREREQUISITE', 'file', 60, 'demands-install', 'downloads'],
  ['CHAIN-LASTING-PAYLOAD', 'file', 70, 'persists', 'downloads'],
  ['CHAIN-LASTING-CHANNEL', 'skill', 100, 'persists', 'drops'],
  ['CHAIN-SECRET-ELSEWHERE', 'skill', 60, 'reads-secret', 'sends'],
  ['CHAIN-QUIET-PERSISTENCE', 'file', 60, 'persists', 'conceals'],
  ['CHAIN-UNSAFE-PROMISE', 'skill', 50, 'claims-safety', 'executes'],
  ['CHAIN-TIME-BOMB', 'file', 100, 'waits-for-date', 'destroys'],
  ['CHAIN-TIMED-CODE', 'file', 60, 'waits-for-date', 'executes'],
  ['CHAIN-OVERSTEPS', 'file', 40, 'oversteps'],
  ['CHAIN-STEERS-TWICE', 'file', 40, 'steers', 'steers'],
  ['CHAIN-LEAKS-SECRET', 'skill', 40, 'leaks-secret', 'leaks-secret'],
  ['CHAIN-STEERS-TO-LEAK', 'file', 40, 'steers', 'leaks-secret'],
] as const satisfies readonly (readonly [string, Chain['within'], number, ...Signal[]])[]
type ChainId = (typeof patterns)[number][0]

const told: Record<ChainId, string> = {
  'CHAIN-SECRET-SENT': 'It reads credentials of other programs and sends data.',
  'CHAIN-SECRET-DROPPED': 'It reads credentials and sends data to a host made for collecting it.',
  'CHAIN-KEYS-DROPPED': 'It reads a file of keys and sends data to a host made for collecting it.',
  'CHAIN-ENVIRONMENT-SENT': 'It collects the secrets of the environment and sends data.',
  'CHAIN-ENVIRONMENT-DROPPED':
    'It collects the secrets of the environment and sends data to a host made for collecting it.',
  'CHAIN-DECODED-CODE': 'It decodes text and executes code, so that a reader does not see what runs.',
  'CHAIN-DECODED-ELSEWHERE': 'One file decodes text, and one executes code.',
  'CHAIN-ARCHIVE-ESCAPES': 'It writes the entries of an archive wherever their names say, also out of the folder.',
  'CHAIN-DOWNLOADED-CODE': 'It downloads a program and runs it, so that nobody has reviewed what runs.',
  'CHAIN-HIDDEN-ORDER': 'It gives the agent orders in text that a reader does not see.',
  'CHAIN-SECRET-ORDER': 'It overrides the instructions of the agent and asks it to keep quiet about it.',
  'CHAIN-QUIET-THEFT': 'It reads credentials and asks the agent to keep quiet about it.',
  'CHAIN-FALSE-PREREQUISITE':
    'It says that nothing works until a program from elsewhere was installed, and says where to get it.',
  'CHAIN-LASTING-PAYLOAD': 'It downloads something and makes it start again by itself.',
  'CHAIN-LASTING-CHANNEL': 'It starts by itself and reports to a host made for collecting data.',
  'CHAIN-SECRET-ELSEWHERE': 'One file reads credentials of other programs, and one sends data.',
  'CHAIN-QUIET-PERSISTENCE': 'It makes itself last and asks the agent to keep quiet about it.',
  'CHAIN-UNSAFE-PROMISE': 'It promises safety and executes whatever it is given.',
  'CHAIN-TIME-BOMB': 'It waits for a date and then destroys data.',
  'CHAIN-TIMED-CODE': 'It waits for a date and then executes code.',
  'CHAIN-OVERSTEPS':
    'It makes the agent do what a person would want to decide, or leaves out what protects the person.',
  'CHAIN-STEERS-TWICE': 'It leads the agent away from the request of the person in two ways.',
  'CHAIN-LEAKS-SECRET': 'It handles a secret in two ways that let others read it.',
  'CHAIN-STEERS-TO-LEAK': 'It leads the agent away from the request of the person, and lets others read a secret.',
}

const onlyForReview: ReadonlySet<ChainId> = new Set([
  'CHAIN-OVERSTEPS',
  'CHAIN-STEERS-TWICE',
  'CHAIN-LEAKS-SECRET',
  'CHAIN-STEERS-TO-LEAK',
])

export const chains = patterns.map(
  ([id, within, points, ...needs]): Chain => ({
    id,
    needs,
    within,
    points,
    ...(onlyForReview.has(id) && { atMost: 'review' }),
    what: told[id],
  }),
)
