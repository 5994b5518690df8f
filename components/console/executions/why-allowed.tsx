import { useSkill } from '#lib/console/client/use-skill.ts'
import type { ExecutionDetail, JournalCall } from '#lib/console/model/console-executions.ts'
import { actorWords } from '../actor.tsx'
import { ConsoleBox } from '../console-page.tsx'
import { type Column, ConsoleTable } from '../console-table.tsx'
import { QueryState } from '../query-state.tsx'
import { PolicyTable } from '../skills/policy-table.tsx'

/** Why the execution might make each of its calls: the sets of a skill's permissions, or the rules of a profile. */
export function WhyAllowed({ execution }: { execution: ExecutionDetail }) {
  if (execution.script === null) return <SkillRules execution={execution} />
  const calls = distinctCalls(execution.journal)
  if (calls.length === 0) return null
  const profile = actorWords(execution.by)
  return (
    <ConsoleBox title="Why each call was allowed or refused" note={`the rules of ${profile}`}>
      <ConsoleTable columns={columns(execution)} rows={calls} idOf={({ seq }) => String(seq)} label="Reasons" />
    </ConsoleBox>
  )
}

function SkillRules({ execution: { skill, source, digest } }: { execution: ExecutionDetail }) {
  const query = useSkill(skill, source)
  return (
    <ConsoleBox title="Why each call was allowed or refused" note="A call runs only if all sets have it">
      <QueryState query={query} name="The permissions">
        {(page) =>
          page.digest === digest ? (
            <PolicyTable page={page} />
          ) : (
            <p className="console-empty">
              The skill was updated since, to version {page.version}, and the permissions of other releases are not
              kept.
            </p>
          )
        }
      </QueryState>
    </ConsoleBox>
  )
}

const columns = ({ hosts }: ExecutionDetail): Column<JournalCall>[] => [
  { header: 'Call', isRowHeader: true, className: 'console-mono', cell: ({ op, title }) => `${op} ${title}` },
  { header: 'Why', cell: (call) => reasonOf(call, hosts) },
  { header: 'Result', cell: ({ outcome }) => (outcome === 'refused' ? 'Refused' : 'Allowed') },
]

/** The rule of a script that decides about a call. */
function reasonOf({ op, outcome, result }: JournalCall, hosts: readonly string[]): string {
  const isRefused = outcome === 'refused'
  if (op === 'fetch') {
    const listed = hosts.length === 0 ? 'no host' : hosts.join(', ')
    return isRefused ? `The profile may reach ${listed}, and this is another host.` : `The profile may reach ${listed}.`
  }
  if (result === 'NOT_CONFIGURED') return 'The credential has no value.'
  if (op.startsWith('secrets')) return isRefused ? 'The profile does not have this key.' : 'It is a key of the profile.'
  return isRefused ? 'No profile has this permission.' : 'Each script of a locked profile may do this.'
}

/** One call of each kind and target, and each refused one apart from those that were allowed. */
function distinctCalls(journal: readonly JournalCall[]): readonly JournalCall[] {
  const isRefused = ({ outcome }: JournalCall) => outcome === 'refused'
  const known = new Map(journal.map((call) => [`${call.op} ${call.title} ${isRefused(call)}`, call]))
  return [...known.values()].sort((a, b) => a.seq - b.seq)
}
