import { Done, type ExecutionRow, StartedRerun } from '#lib/console/model/console-executions.ts'
import type { Deed } from '../chosen-rows.tsx'

const isScript = ({ skill, by }: ExecutionRow) => skill === 'script' && by.actor?.kind === 'profile'
const isOpen = ({ state }: ExecutionRow) => state === 'pending' || state === 'running' || state === 'waiting'

/** What can be done with several executions. */
export const executionDeeds: readonly Deed<ExecutionRow>[] = [
  {
    label: (count) => `End ${count}`,
    verb: { do: 'End', doing: 'Ending', done: 'ended' },
    fits: (row) => isScript(row) && isOpen(row),
    call: ({ id }) => ({ path: `/executions/${id}/cancel`, answer: Done }),
    effect: 'They stop at once and give no result. This cannot be undone.',
    isFinal: true,
  },
  {
    label: (count) => `Run ${count} again`,
    verb: { do: 'Run again', doing: 'Starting', done: 'started again' },
    fits: (row) => isScript(row) && !isOpen(row),
    call: ({ id }) => ({ path: `/executions/${id}/rerun`, answer: StartedRerun, body: {} }),
    effect: 'Each becomes a new execution in your name, with the rules of its profile. What it sends is really sent.',
  },
]
