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
export const chains: readonly Chain[] = [
  {
    id: 'CHAIN-SECRET-SENT',
    needs: ['reads-secret', 'sends'],
    within: 'file',
    points: 100,
    what: 'It reads credentials of other programs and sends data.',
  },
  {
    id: 'CHAIN-SECRET-DROPPED',
    needs: ['reads-secret', 'drops'],
    within: 'skill',
    points: 100,
    what: 'It reads credentials and sends data to a host made for collecting it.',
  },
  {
    id: 'CHAIN-KEYS-DROPPED',
    needs: ['reads-env', 'drops'],
    within: 'skill',
    points: 100,
    what: 'It reads a file of keys and sends data to a host made for collecting it.',
  },
  {
    id: 'CHAIN-ENVIRONMENT-SENT',
    needs: ['harvests-environment', 'sends'],
    within: 'file',
    points: 100,
    what: 'It collects the secrets of the environment and sends data.',
  },
  {
    id: 'CHAIN-ENVIRONMENT-DROPPED',
    needs: ['harvests-environment', 'drops'],
    within: 'skill',
    points: 100,
    what: 'It collects the secrets of the environment and sends data to a host made for collecting it.',
  },
  {
    id: 'CHAIN-DECODED-CODE',
    needs: ['decodes', 'executes'],
    within: 'file',
    points: 60,
    what: 'It decodes text and executes code, so that a reader does not see what runs.',
  },
  {
    id: 'CHAIN-DECODED-ELSEWHERE',
    needs: ['decodes', 'executes'],
    within: 'skill',
    points: 40,
    what: 'One file decodes text, and one executes code.',
  },
  {
    id: 'CHAIN-ARCHIVE-ESCAPES',
    needs: ['unpacks', 'joins-entry', 'writes-file'],
    within: 'file',
    points: 60,
    what: 'It writes the entries of an archive wherever their names say, also out of the folder.',
  },
  {
    id: 'CHAIN-DOWNLOADED-CODE',
    needs: ['downloads', 'runs-download'],
    within: 'file',
    points: 50,
    what: 'It downloads a program and runs it, so that nobody has reviewed what runs.',
  },
  {
    id: 'CHAIN-HIDDEN-ORDER',
    needs: ['hides', 'instructs'],
    within: 'file',
    points: 100,
    what: 'It gives the agent orders in text that a reader does not see.',
  },
  {
    id: 'CHAIN-SECRET-ORDER',
    needs: ['overrides', 'conceals'],
    within: 'file',
    points: 100,
    what: 'It overrides the instructions of the agent and asks it to keep quiet about it.',
  },
  {
    id: 'CHAIN-QUIET-THEFT',
    needs: ['reads-secret', 'conceals'],
    within: 'file',
    points: 100,
    what: 'It reads credentials and asks the agent to keep quiet about it.',
  },
  {
    id: 'CHAIN-FALSE-PREREQUISITE',
    needs: ['demands-install', 'downloads'],
    within: 'file',
    points: 60,
    what: 'It says that nothing works until a program from elsewhere was installed, and says where to get it.',
  },
  {
    id: 'CHAIN-LASTING-PAYLOAD',
    needs: ['persists', 'downloads'],
    within: 'file',
    points: 70,
    what: 'It downloads something and makes it start again by itself.',
  },
  {
    id: 'CHAIN-LASTING-CHANNEL',
    needs: ['persists', 'drops'],
    within: 'skill',
    points: 100,
    what: 'It starts by itself and reports to a host made for collecting data.',
  },
  {
    id: 'CHAIN-SECRET-ELSEWHERE',
    needs: ['reads-secret', 'sends'],
    within: 'skill',
    points: 60,
    what: 'One file reads credentials of other programs, and one sends data.',
  },
  {
    id: 'CHAIN-QUIET-PERSISTENCE',
    needs: ['persists', 'conceals'],
    within: 'file',
    points: 60,
    what: 'It makes itself last and asks the agent to keep quiet about it.',
  },
  {
    id: 'CHAIN-UNSAFE-PROMISE',
    needs: ['claims-safety', 'executes'],
    within: 'skill',
    points: 50,
    what: 'It promises safety and executes whatever it is given.',
  },
  {
    id: 'CHAIN-TIME-BOMB',
    needs: ['waits-for-date', 'destroys'],
    within: 'file',
    points: 100,
    what: 'It waits for a date and then destroys data.',
  },
  {
    id: 'CHAIN-TIMED-CODE',
    needs: ['waits-for-date', 'executes'],
    within: 'file',
    points: 60,
    what: 'It waits for a date and then executes code.',
  },
  {
    id: 'CHAIN-OVERSTEPS',
    needs: ['oversteps'],
    within: 'file',
    points: 40,
    atMost: 'review',
    what: 'It makes the agent do what a person would want to decide, or leaves out what protects the person.',
  },
  {
    id: 'CHAIN-STEERS-TWICE',
    needs: ['steers', 'steers'],
    within: 'file',
    points: 40,
    atMost: 'review',
    what: 'It leads the agent away from the request of the person in two ways.',
  },
  {
    id: 'CHAIN-LEAKS-SECRET',
    needs: ['leaks-secret', 'leaks-secret'],
    within: 'skill',
    points: 40,
    atMost: 'review',
    what: 'It handles a secret in two ways that let others read it.',
  },
  {
    id: 'CHAIN-STEERS-TO-LEAK',
    needs: ['steers', 'leaks-secret'],
    within: 'file',
    points: 40,
    atMost: 'review',
    what: 'It leads the agent away from the request of the person, and lets others read a secret.',
  },
]
